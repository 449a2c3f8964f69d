import type { JobList } from "#lib/contract/job.ts";
import type { PageQuery } from "#lib/contract/list.ts";
import { type ApiContext, apiOf } from "./api-context.ts";

/** A page of an environment's jobs. */
export async function listJobs({ context, input }: { context: ApiContext; input: PageQuery }): Promise<JobList> {
  const { client, call } = apiOf(context);
  return client.listJobs(input, call);
}
