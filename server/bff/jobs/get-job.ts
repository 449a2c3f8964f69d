import type { JobAnswer, JobQuery } from "#lib/contract/job.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import { boundJob } from "./bound-job.ts";

/** One job, as it is now; bounded, unless all of it is wanted. */
export async function getJob({
  context,
  jobID,
  input,
}: {
  context: ApiContext;
  jobID: string;
  input: JobQuery;
}): Promise<JobAnswer> {
  const { client, call } = apiOf(context);
  const answer = await client.getJob(jobID, call);
  return input.whole ? answer : { ...answer, job: boundJob(answer.job) };
}
