"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { OperationDetail } from "#lib/contract/operations/operation.ts";
import { type LiveJob, type LiveJobs, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome, effectRefetchMs, outcomeDetail, watchedJobIDs } from "#lib/operations/operation-outcome.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";

const second = 1_000;
const minute = 60 * second;

/** When the page asks again by itself how a write stands, in milliseconds from now; false: nothing more will come. */
export function refetchPauseMs(
  { operation }: OperationDetail,
  live: LiveJob | undefined,
  nowMs: number,
): number | false {
  const { state, nextLookAt } = operation;
  if (state === "recorded" || state === "sent") return 2 * second;
  if (state === "unknown") {
    // The first look follows at once.
    if (operation.finding === undefined) return 3 * second;
    if (nextLookAt === undefined) return false;
    return Math.min(Math.max(Date.parse(nextLookAt) - nowMs + second, 3 * second), minute);
  }
  const awaitingMs = effectRefetchMs([operation], nowMs);
  if (awaitingMs !== false) return awaitingMs;
  // The server reads the effect as soon as it knows of the job's end.
  if (outcomeDetail(operation, live) === "awaiting-effect") return 2 * second;
  if (isInProgress(currentOutcome(operation, live))) return 10 * second;
  // The console's own record of the job's end comes a little after the news of it.
  const isBehind = live?.job !== undefined && isInProgress(currentOutcome(operation));
  const endedMs = isBehind && live?.asOf !== undefined ? nowMs - Date.parse(live.asOf) : minute;
  return endedMs < minute ? 3 * second : false;
}

/** How soon it asks again after it could not: a console that restarts, or a network that comes back, is found again. */
const afterErrorMs = 10 * second;

/** What asking again would not change. */
const lasting: ReadonlySet<string> = new Set([
  "not_signed_in",
  "forbidden",
  "factor_required",
  "not_found",
  "invalid_request",
]);

/** The same after an error. */
export function errorRefetchPauseMs(error: Error): number | false {
  return lasting.has(shownProblem(error).code) ? false : afterErrorMs;
}

export interface LiveOperation {
  reading: UseQueryResult<OperationDetail, Error>;
  live: LiveJob | undefined;
  connection: LiveJobs["connection"];
}

/** A write and its job as they change: the record is requested again until nothing more can change. */
export function useOperation(environment: Environment, operationID: string): LiveOperation {
  const options = operationQueryOptions(environment, operationID);
  const known = useQuery({ ...options, ...keepPageData });
  const jobID = known.data?.operation.jobID;
  const isWatched = known.data !== undefined && isInProgress(known.data.operation.outcome);
  const { jobs, connection } = useLiveJobs(environment, known.data ? watchedJobIDs([known.data.operation]) : []);
  const live = jobID === undefined ? undefined : jobs.get(jobID);
  const reading = useQuery({
    ...options,
    ...keepPageData,
    refetchOnWindowFocus: isWatched ? "always" : false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return errorRefetchPauseMs(error);
      return data ? refetchPauseMs(data, live, consoleNowMs()) : false;
    },
  });
  return { reading, live, connection };
}
