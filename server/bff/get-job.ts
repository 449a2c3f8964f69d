import type { JobAnswer } from "#lib/contract/job.ts";
import { type ApiContext, apiOf } from "./api-context.ts";

/** One job, as it is now. */
export async function getJob({ context, jobID }: { context: ApiContext; jobID: string }): Promise<JobAnswer> {
  const { client, call } = apiOf(context);
  return client.getJob(jobID, call);
}
