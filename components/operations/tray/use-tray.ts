"use client";

import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useSession } from "#components/ui/session.tsx";
import { recordConsoleTime } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import {
  isInProgress,
  needsAttention,
  type OperationOutcome,
  type OutcomeDetail,
  outcomeOfDetail,
} from "#lib/contract/operation-outcome.ts";
import type { Operation, OperationList } from "#lib/contract/operations/operation.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { effectRefetchMs, outcomeDetail, watchedJobIDs } from "#lib/operations/operation-outcome.ts";
import { trayQueryOptions } from "#lib/query/operations/tray.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { type InitialRuns, type TrayRunEntry, useTrayRuns } from "./use-tray-runs.ts";
import { useTraySharing } from "./use-tray-sharing.ts";
import { dismissedKey, useViewedEntries, viewedKey } from "./viewed-entries.ts";

export interface TrayEntry {
  operation: Operation;
  live: LiveJob | undefined;
  outcome: OperationOutcome;
  /** The outcome in more detail. */
  detail: OutcomeDetail;
  /** Identifies the operation in its current state. */
  key: string;
  isSeen: boolean;
  /** True if the person has dismissed the operation in its current state. */
  isDismissed: boolean;
}

export interface TrayState {
  /** The operations, newest first. */
  entries: TrayEntry[];
  /** The time of the list by the console's clock. Undefined until the list has loaded. */
  asOf: string | undefined;
  running: TrayEntry[];
  /** The entries that need attention and were not seen yet. */
  unseen: TrayEntry[];
  /** Bulk changes and imports. */
  runs: TrayRunEntry[];
  runsAsOf: string | undefined;
  problem: ShownProblem | undefined;
  /** Hides ended entries from the tray. */
  dismiss: (keys: readonly string[]) => void;
  markSeen: (keys: readonly string[]) => void;
}

const second = 1_000;

/** The polling interval while the tab is visible, in milliseconds. */
function nextRoundMs(list: OperationList | undefined): number {
  const operations = list?.operations ?? [];
  const awaitingMs = effectRefetchMs(operations, Date.parse(list?.asOf ?? ""));
  if (awaitingMs !== false) return Math.min(awaitingMs, 15 * second);
  if (operations.some(({ state }) => state === "recorded" || state === "sent")) return 3 * second;
  if (operations.some(({ outcome }) => isInProgress(outcome) || outcome === "unknown")) return 15 * second;
  return 60 * second;
}

/** Data that the server read for the page. The browser requests each part that is undefined. */
export interface TrayInitial extends InitialRuns {
  operations: OperationList | undefined;
}

/** The person's operations of the last 24 hours with their current states. Includes operations from other browsers. */
export function useTray(environment: Environment, initial: TrayInitial): TrayState {
  const { staffID } = useSession().staff;
  const { data, error } = useQuery({
    ...trayQueryOptions(environment),
    ...(initial.operations && { initialData: initial.operations, refetchOnMount: false }),
    staleTime: 5 * second,
    refetchOnWindowFocus: true,
    refetchInterval: whileAllowed(({ state }) => nextRoundMs(state.data)),
  });
  const asOf = data?.asOf;
  useLayoutEffect(() => {
    // Every page has a tray. So the tray's answer also provides the console's time to every page.
    if (asOf !== undefined) recordConsoleTime(asOf);
  }, [asOf]);
  const problem = error ? shownProblem(error) : undefined;
  const operations = data?.operations ?? [];
  const { jobs } = useLiveJobs(environment, watchedJobIDs(operations));
  const [seen, addSeen] = useViewedEntries(staffID, environment);
  useTraySharing(environment, staffID, data, problem?.code !== "not_signed_in");
  const entries = operations.map((operation): TrayEntry => {
    const live = operation.jobID === undefined ? undefined : jobs.get(operation.jobID);
    const detail = outcomeDetail(operation, live);
    const key = viewedKey(operation.operationID, detail);
    return {
      operation,
      live,
      outcome: outcomeOfDetail[detail],
      detail,
      key,
      isSeen: seen.has(key),
      isDismissed: seen.has(dismissedKey(key)),
    };
  });
  const { runs, asOf: runsAsOf } = useTrayRuns(environment, initial);
  const running = entries.filter(({ outcome }) => isInProgress(outcome));
  return {
    entries,
    asOf,
    running,
    unseen: entries.filter(({ outcome, isSeen }) => needsAttention(outcome) && !isSeen),
    runs,
    runsAsOf,
    problem,
    dismiss: (keys) => addSeen(keys.map(dismissedKey)),
    markSeen: (keys) => addSeen([...keys]),
  };
}
