import type { Job, JobAnswer, JobQuery } from "#lib/contract/job.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { JobServices } from "./job-services.ts";
import { boundJob } from "./live/bound-job.ts";

/**
 * The current state of one job, with its customer's name if known. Large members are left out unless the whole job is
 * requested.
 */
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
