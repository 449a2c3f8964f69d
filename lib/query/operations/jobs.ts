import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { JobAnswer, JobList } from "#lib/contract/job.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

type ReadJobs = (query: URLSearchParams, signal: AbortSignal) => Promise<JobList>;

/** One page of jobs: over HTTP in the browser, by the BFF's own operation on the server. */
export function jobsQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadJobs = (query, signal) =>
    fetchJson<JobList>(api.jobs(environment, query), { jobs: "array", total: "number" }, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "jobs", view],
    meta: pageReading,
    queryFn: ({ signal }) => read(pageQueryOf(view), signal),
    staleTime: 15_000,
  });
}

/** One job as its page first reads it; what comes later comes live. */
export function jobQueryOptions(
  environment: Environment,
  jobID: string,
  read: (signal: AbortSignal) => Promise<JobAnswer> = (signal) =>
    fetchJson<JobAnswer>(api.job(environment, jobID), { job: "object", asOf: "string" }, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "job page", jobID],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 15_000,
  });
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
