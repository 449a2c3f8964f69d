"use client";

import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useSession } from "#components/ui/session.tsx";
import { noteConsoleTime } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationList } from "#lib/contract/operation.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { isRunning, needsLook, type OperationPhase, phaseOf } from "#lib/operation-outcome.ts";
import { trayQueryOptions } from "#lib/query/operations.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { seenKey, useSeen } from "./tray-seen.ts";
import { useTrayRounds } from "./use-tray-rounds.ts";

export interface TrayEntry {
  operation: Operation;
  live: LiveJob | undefined;
  phase: OperationPhase;
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
  /** Came to nothing or nobody can tell, and not looked at yet. */
  unseen: TrayEntry[];
  problem: ShownProblem | undefined;
  markSeen: (looked: readonly TrayEntry[]) => void;
}

const second = 1_000;

/** How soon the tray asks again while it is on the screen, in milliseconds. */
function nextRoundMs(list: OperationList | undefined): number {
  const phases = list?.operations.map((operation) => phaseOf(operation)) ?? [];
  if (phases.some((phase) => phase === "recorded" || phase === "sent")) return 3 * second;
  if (phases.some((phase) => isRunning(phase) || phase === "unknown")) return 15 * second;
  return 60 * second;
}

/** The person's own writes of the last 24 hours, wherever they were begun, as they stand now. */
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
    operation.jobID !== undefined && isRunning(phaseOf(operation)) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, watched);
  const [seen, addSeen] = useSeen(staffID, environment);
  useTrayRounds(environment, staffID, data, problem?.code !== "not_signed_in");
  const entries = operations.map((operation): TrayEntry => {
    const live = operation.jobID === undefined ? undefined : jobs.get(operation.jobID);
    const phase = phaseOf(operation, live);
    const key = seenKey(operation.operationID, phase);
    return { operation, live, phase, key, isSeen: seen.has(key) };
  });
  const running = entries.filter(({ phase }) => isRunning(phase));
  return {
    entries,
    asOf,
    running,
    unseen: entries.filter(({ phase, isSeen }) => needsLook(phase) && !isSeen),
    problem,
    markSeen: (looked) => addSeen(looked.filter(({ phase }) => !isRunning(phase)).map(({ key }) => key)),
  };
}
