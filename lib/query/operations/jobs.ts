import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { JobAnswer } from "#lib/contract/job.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";

/** One job, as its page reads it at the start. Later changes arrive live. */
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
