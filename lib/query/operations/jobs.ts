import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { JobAnswer, JobList } from "#lib/contract/job.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { api } from "#lib/paths.ts";
import { pageQuery, pageReading } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import { isKnown } from "./planned.ts";

type ReadJobs = (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<JobList>;

/** How soon a list is read again for new jobs. */
const listAgainMs = 15_000;

/**
 * One page of jobs: over HTTP in the browser, by the BFF's own operation on the server. What streams tell is only about
 * the jobs that are listed: new ones come with the next reading.
 */
export function jobsQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadJobs = (query, signal, quiet) =>
    fetchJson<JobList>(api.jobs(environment, query), { jobs: "array", total: "number" }, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [environment, "jobs", view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) => read(pageQueryOf(view), signal, isKnown(client, queryKey)),
    staleTime: listAgainMs,
    refetchInterval: listAgainMs,
  });
}

/** One job as its page first reads it; what comes later comes live. */
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

/** The console's own write that a job came from, where there is one: a list of one at most. */
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
