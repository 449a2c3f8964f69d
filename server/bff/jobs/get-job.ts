import type { Job, JobAnswer, JobQuery } from "#lib/contract/job.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { JobServices } from "./job-services.ts";
import { boundJob } from "./live/bound-job.ts";

/** One job, as it is now, with its customer's name where that is known; bounded, unless all of it is wanted. */
export async function getJob({
  context,
  jobID,
  input,
}: {
  context: ApiContext<JobServices>;
  jobID: string;
  input: JobQuery;
}): Promise<JobAnswer> {
  const { client, call } = requestAPI(context);
  const { services, environment } = context;
  const answer = await client.getJob(jobID, call);
  const shown = input.whole ? answer.job : boundJob(answer.job);
  const [job] = await withCompanyNames(services.customerNames, environment, [shown]);
  return { ...answer, job: job as Job };
}
