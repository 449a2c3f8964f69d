"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "#lib/operations/operation-outcome.ts";

/** The console's own record of a job's end comes a little after the news of it. */
const recordedMs = 3_000;

/** Polling interval for a list with a running operation that has no job. */
const withoutJobMs = 5_000;

/** The maximum number of readings that wait for the ends of jobs in the record. */
const maxReadings = 10;

/** The delay before a list of operations is read again; undefined while no row can have changed. */
export function rereadMs(
  { operations }: Pick<OperationList, "operations">,
  jobs: LiveJobs["jobs"],
): number | undefined {
  const open = operations.filter(({ outcome }) => isInProgress(outcome));
  const liveOf = (jobID: string | undefined) => (jobID === undefined ? undefined : jobs.get(jobID));
  // A row whose job has ended has another outcome, and may no longer match the list's filters.
  if (open.some((operation) => !isInProgress(currentOutcome(operation, liveOf(operation.jobID))))) return recordedMs;
  return open.some(({ jobID }) => jobID === undefined) ? withoutJobMs : undefined;
}

/** Reloads a list when one of its operations has ended, so that it never shows rows that its filters exclude. */
export function useRereading(reading: UseQueryResult<OperationList, Error>, jobs: LiveJobs["jobs"]): void {
  const { data, refetch } = reading;
  const waitMs = data === undefined ? undefined : rereadMs(data, jobs);
  const asOf = data?.asOf;
  const [readings, setReadings] = useState(0);
  useEffect(() => {
    if (waitMs === undefined) setReadings(0);
  }, [waitMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the wait for the next one
  useEffect(() => {
    if (waitMs === undefined || readings >= maxReadings) return;
    const timer = setTimeout(() => {
      setReadings((count) => count + 1);
      if (document.visibilityState === "visible") void refetch();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, asOf, readings, refetch]);
}
