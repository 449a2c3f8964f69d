"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "#lib/operations/operation-outcome.ts";

/** How long the console may need to store the end of a job after the live stream has reported it, in milliseconds. */
const recordedMs = 3_000;

/** Polling interval for a list that contains a running operation without a job, in milliseconds. */
const withoutJobMs = 5_000;

/** The maximum number of automatic reloads. The count starts again at 0 when no row needs a reload. */
const maxReadings = 10;

/**
 * How long to wait before a list of operations is read again, in milliseconds. Undefined if no row can have changed.
 */
export function rereadMs(
  { operations }: Pick<OperationList, "operations">,
  jobs: LiveJobs["jobs"],
): number | undefined {
  const open = operations.filter(({ outcome }) => isInProgress(outcome));
  const liveOf = (jobID: string | undefined) => (jobID === undefined ? undefined : jobs.get(jobID));
  // When a job ends, reloads soon, because the row may no longer match the list's filters.
  if (open.some((operation) => !isInProgress(currentOutcome(operation, liveOf(operation.jobID))))) return recordedMs;
  return open.some(({ jobID }) => jobID === undefined) ? withoutJobMs : undefined;
}

/**
 * Reloads the list automatically, at most ten times, in two cases. In the first case, one of its jobs has ended, and
 * the row may no longer match the list's filters. In the second case, an operation in progress has no job yet, so no
 * live stream reports its changes.
 */
export function useRereading(reading: UseQueryResult<OperationList, Error>, jobs: LiveJobs["jobs"]): void {
  const { data, refetch } = reading;
  const waitMs = data === undefined ? undefined : rereadMs(data, jobs);
  const asOf = data?.asOf;
  const [readings, setReadings] = useState(0);
  useEffect(() => {
    if (waitMs === undefined) setReadings(0);
  }, [waitMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer must start a new timer
  useEffect(() => {
    if (waitMs === undefined || readings >= maxReadings) return;
    const timer = setTimeout(() => {
      setReadings((count) => count + 1);
      if (document.visibilityState === "visible") void refetch();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, asOf, readings, refetch]);
}
