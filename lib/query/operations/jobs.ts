import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { JobAnswer, JobList } from "#lib/contract/job.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { api } from "#lib/paths.ts";
import { ownRecordReading, type PolledState, pageQuery, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";
import { type JobsView, jobsQuery } from "#lib/url-state/jobs-view.ts";
import { isKnown } from "./run-polling.ts";

/**
 * The polling interval of the list, in milliseconds. Streams only report changes of jobs that are already listed, so
 * new jobs are found by polling.
 */
const readAgainMs = 15_000;

/** A page of the API's jobs. With a filter, a page from the store of known jobs. */
export function jobsQueryOptions(
  environment: Environment,
  view: JobsView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<JobList> = (query, signal, quiet) =>
    fetchJson<JobList>(api.list(environment, "jobs", query), { jobs: "array", total: "number" }, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [environment, "jobs", view],
    meta: view.states.length === 0 ? pageReading : ownRecordReading,
    queryFn: ({ signal, client, queryKey }) => read(jobsQuery(view), signal, isKnown(client, queryKey)),
    staleTime: readAgainMs,
    refetchInterval: whileAllowed<PolledState<JobList>>(readAgainMs),
  });
}

/** One job, as the page reads it when it opens. Later changes arrive live. */
export function jobQueryOptions(
  environment: Environment,
  jobID: string,
  read: (signal: AbortSignal) => Promise<JobAnswer> = fetches<JobAnswer>(api.job(environment, jobID), {
    job: "object",
    asOf: "string",
  }),
) {
  return pageQuery([environment, "job page", jobID], read, 15_000);
}

/** The console's own write that started a job, as a list with at most one operation. */
export function jobOperationQueryOptions(
  environment: Environment,
  jobID: string,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<OperationList> = (query, signal) =>
    fetchJson<OperationList>(api.operations(environment, query), { operations: "array", total: "number" }, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "operations", { jobID }],
    queryFn: ({ signal }) => read(new URLSearchParams({ jobID, limit: "1" }), signal),
    staleTime: 60_000,
  });
}
