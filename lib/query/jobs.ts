import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import type { Environment } from "../contract/environment.ts";
import { type JobAnswer, type JobList, jobAnswerSchema, jobListSchema } from "../contract/job.ts";
import { type OperationList, operationListSchema } from "../contract/operation.ts";
import { api } from "../paths.ts";

type ReadJobs = (query: URLSearchParams, signal: AbortSignal) => Promise<JobList>;

/** One page of jobs: over HTTP in the browser, by the BFF's own operation on the server. */
export function jobsQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadJobs = (query, signal) => fetchJson(api.jobs(environment, query), jobListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "jobs", view],
    queryFn: ({ signal }) => read(pageQueryOf(view), signal),
    staleTime: 15_000,
  });
}

/** One job as its page first reads it; what comes later comes live. */
export function jobQueryOptions(
  environment: Environment,
  jobID: string,
  read: (signal: AbortSignal) => Promise<JobAnswer> = (signal) =>
    fetchJson(api.job(environment, jobID), jobAnswerSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "job page", jobID],
    queryFn: ({ signal }) => read(signal),
    staleTime: 15_000,
  });
}

/** The console's own write that a job came from, where there is one: a list of one at most. */
export function jobOperationQueryOptions(
  environment: Environment,
  jobID: string,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<OperationList> = (query, signal) =>
    fetchJson(api.operations(environment, query), operationListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "operations", { jobID }],
    queryFn: ({ signal }) => read(new URLSearchParams({ jobID, limit: "1" }), signal),
    staleTime: 60_000,
  });
}
