"use client";

import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useSession } from "#components/ui/session.tsx";
import { noteConsoleTime } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationList } from "#lib/contract/operation.ts";
import {
  isUnderWay,
  needsAttention,
  type OperationOutcome,
  type OutcomeDetail,
  outcomeOfDetail,
} from "#lib/contract/operation-outcome.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { detailOf } from "#lib/operation-outcome.ts";
import { trayQueryOptions } from "#lib/query/operations.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { seenKey, useSeen } from "./tray-seen.ts";
import { useTrayRounds } from "./use-tray-rounds.ts";

export interface TrayEntry {
  operation: Operation;
  live: LiveJob | undefined;
  outcome: OperationOutcome;
  /** What the outcome rests on. */
  detail: OutcomeDetail;
  /** Names what there is to see: the write as it stands. */
  key: string;
  isSeen: boolean;
}

export interface TrayState {
  /** The newest first. */
  entries: TrayEntry[];
  /** The console's time of the list; absent until there is one. */
  asOf: string | undefined;
  running: TrayEntry[];
  /** Those that need attention and were not seen yet. */
  unseen: TrayEntry[];
  problem: ShownProblem | undefined;
  markSeen: (looked: readonly TrayEntry[]) => void;
}

const second = 1_000;

/** How soon the tray asks again while it is on the screen, in milliseconds. */
function nextRoundMs(list: OperationList | undefined): number {
  const operations = list?.operations ?? [];
  if (operations.some(({ state }) => state === "recorded" || state === "sent")) return 3 * second;
  if (operations.some(({ outcome }) => isUnderWay(outcome) || outcome === "unknown")) return 15 * second;
  return 60 * second;
}

/** The person's own writes of the last 24 hours, from all browsers, with their current state. */
export function useTray(environment: Environment, initial: OperationList | undefined): TrayState {
  const { staffID } = useSession().staff;
  const { data, error } = useQuery({
    ...trayQueryOptions(environment),
    ...(initial && { initialData: initial, refetchOnMount: false }),
    staleTime: 5 * second,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.error && shownProblem(state.error).code === "not_signed_in" ? false : nextRoundMs(state.data),
  });
  const asOf = data?.asOf;
  useLayoutEffect(() => {
    // The tray stands on every page: what it has just been told is the console's time for all of it.
    if (asOf !== undefined) noteConsoleTime(asOf);
  }, [asOf]);
  const problem = error ? shownProblem(error) : undefined;
  const operations = data?.operations ?? [];
  const watched = operations.flatMap((operation) =>
    operation.jobID !== undefined && isUnderWay(operation.outcome) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, watched);
  const [seen, addSeen] = useSeen(staffID, environment);
  useTrayRounds(environment, staffID, data, problem?.code !== "not_signed_in");
  const entries = operations.map((operation): TrayEntry => {
    const live = operation.jobID === undefined ? undefined : jobs.get(operation.jobID);
    const detail = detailOf(operation, live);
    const key = seenKey(operation.operationID, detail);
    return { operation, live, outcome: outcomeOfDetail[detail], detail, key, isSeen: seen.has(key) };
  });
  const running = entries.filter(({ outcome }) => isUnderWay(outcome));
  return {
    entries,
    asOf,
    running,
    unseen: entries.filter(({ outcome, isSeen }) => needsAttention(outcome) && !isSeen),
    problem,
    markSeen: (looked) => addSeen(looked.filter(({ outcome }) => !isUnderWay(outcome)).map(({ key }) => key)),
  };
}
