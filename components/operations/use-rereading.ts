"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "#lib/operations/operation-outcome.ts";

/** The console's own record of a job's end comes a little after the news of it. */
const recordedMs = 3_000;

/** How often a list that has an operation without a job under way is read again. */
const withoutJobMs = 5_000;

/** How often the ends of jobs are awaited in the record. */
const maxReadings = 10;

/** When a list of operations is read again; undefined while nothing of it can have changed. */
export function rereadMs(
  { operations }: Pick<OperationList, "operations">,
  jobs: LiveJobs["jobs"],
): number | undefined {
  const open = operations.filter(({ outcome }) => isInProgress(outcome));
  const liveOf = (jobID: string | undefined) => (jobID === undefined ? undefined : jobs.get(jobID));
  // A row whose job was seen to end belongs to another outcome, and may belong to another list.
  if (open.some((operation) => !isInProgress(currentOutcome(operation, liveOf(operation.jobID))))) return recordedMs;
  return open.some(({ jobID }) => jobID === undefined) ? withoutJobMs : undefined;
}

/** Reads a list again when an operation that it shows has ended, so that it never shows what its filters leave out. */
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
