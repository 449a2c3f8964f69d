import type { JobList, JobListQuery } from "#lib/contract/job.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { JobServices } from "./job-services.ts";
import { boundJob } from "./live/bound-job.ts";

/** A page of an environment's jobs without large members, with the names of their customers if known. */
export async function listJobs({
  context,
  input,
}: {
  context: ApiContext<JobServices>;
  input: JobListQuery;
}): Promise<JobList> {
  const { client, call } = requestAPI(context);
  const { services, environment } = context;
  const { raw, ...page } = input;
  const list = await client.listJobs(page, call);
  const jobs = await withCompanyNames(services.customerNames, environment, list.jobs.map(boundJob));
  return { ...list, jobs: raw ? jobs : jobs.map(withoutRaw) };
}
