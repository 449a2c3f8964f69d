import type { JobList } from "#lib/contract/job.ts";
import type { PageQuery } from "#lib/contract/list.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import { boundJob } from "./bound-job.ts";

/** A page of an environment's jobs, each bounded. */
export async function listJobs({ context, input }: { context: ApiContext; input: PageQuery }): Promise<JobList> {
  const { client, call } = apiOf(context);
  const list = await client.listJobs(input, call);
  return { ...list, jobs: list.jobs.map(boundJob) };
}
