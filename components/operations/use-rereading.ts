"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "#lib/operations/operation-outcome.ts";

/** How long the console needs, in milliseconds, to record the end of a job after the stream reports it. */
const recordedMs = 3_000;

/** Polling interval, in milliseconds, for a list with a running operation that has no job. */
const withoutJobMs = 5_000;

/** How often a list is read again, at most, to wait until the record contains the end of a job. */
const maxReadings = 10;

/**
 * How long to wait before reading a list of operations again, in milliseconds. Undefined if no row can have changed.
 */
export function rereadMs(
  { operations }: Pick<OperationList, "operations">,
  jobs: LiveJobs["jobs"],
): number | undefined {
  const open = operations.filter(({ outcome }) => isInProgress(outcome));
  const liveOf = (jobID: string | undefined) => (jobID === undefined ? undefined : jobs.get(jobID));
  // If a job has ended, the outcome in its row is different and may no longer match the list's filters.
  if (open.some((operation) => !isInProgress(currentOutcome(operation, liveOf(operation.jobID))))) return recordedMs;
  return open.some(({ jobID }) => jobID === undefined) ? withoutJobMs : undefined;
}

/**
 * Reloads a list after one of its operations has ended. Without the reload, the list could show rows that its filters
 * exclude.
 */
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
