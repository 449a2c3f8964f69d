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

/**
 * How long to wait before the page reads the operation again, in milliseconds. False if nothing can change any more.
 */
export function refetchPauseMs(
  { operation }: OperationDetail,
  live: LiveJob | undefined,
  nowMs: number,
): number | false {
  const { state, nextLookAt } = operation;
  if (state === "recorded" || state === "sent") return 2 * second;
  if (state === "unknown") {
    // The server checks an operation for the first time soon after its response was lost. So the page reads the
    // operation again soon.
    if (operation.finding === undefined) return 3 * second;
    if (nextLookAt === undefined) return false;
    return Math.min(Math.max(Date.parse(nextLookAt) - nowMs + second, 3 * second), minute);
  }
  const awaitingMs = effectRefetchMs([operation], nowMs);
  if (awaitingMs !== false) return awaitingMs;
  // The server checks the effect as soon as it knows that the job has ended. So the page reads the operation again
  // soon.
  if (outcomeDetail(operation, live) === "awaiting-effect") return 2 * second;
  if (isInProgress(currentOutcome(operation, live))) return 10 * second;
  // The live stream reports the end of a job slightly before the operation itself shows this end. So the page reads the
  // operation again for up to a minute.
  const isBehind = live?.job !== undefined && isInProgress(currentOutcome(operation));
  const endedMs = isBehind && live?.asOf !== undefined ? nowMs - Date.parse(live.asOf) : minute;
  return endedMs < minute ? 3 * second : false;
}

/**
 * How long to wait after an error, in milliseconds. By then the console may have restarted, or the network may work
 * again.
 */
const afterErrorMs = 10 * second;

/** Errors that remain the same if the page polls again. */
const lasting: ReadonlySet<string> = new Set([
  "not_signed_in",
  "forbidden",
  "factor_required",
  "not_found",
  "invalid_request",
]);

/** How long to wait before the next poll after an error, in milliseconds. False if polling would not help. */
export function errorRefetchPauseMs(error: Error): number | false {
  return lasting.has(shownProblem(error).code) ? false : afterErrorMs;
}

export interface LiveOperation {
  reading: UseQueryResult<OperationDetail, Error>;
  live: LiveJob | undefined;
  connection: LiveJobs["connection"];
}

/** An operation and its live job. Polls the console until nothing can change any more. */
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
