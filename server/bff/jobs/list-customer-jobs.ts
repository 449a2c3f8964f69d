import type { CustomerJobs } from "#lib/contract/customers/customer-jobs.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { JobServices } from "./job-services.ts";
import { unfinishedJobs } from "./unfinished-jobs.ts";

/** The jobs that run on a customer, as far as the console knows them, and those that cannot be read. */
export async function listCustomerJobs({
  context,
  customerID,
}: {
  context: ApiContext<JobServices>;
  customerID: string;
}): Promise<CustomerJobs> {
  const unfinished = await unfinishedJobs(context, customerID, requestAPI(context));
  const answers = unfinished.flatMap((one) => ("job" in one ? [one] : []));
  const unreadable = unfinished.flatMap((one) => {
    if ("job" in one) return [];
    const { code, message: detail, upstreamStatus } = one.error;
    return [{ jobID: one.jobID, code, detail, ...(upstreamStatus === undefined ? {} : { upstreamStatus }) }];
  });
  const times = answers.map(({ asOf }) => asOf).toSorted();
  const asOf = times[0] ?? new Date(context.services.clock.now()).toISOString();
  const stale = answers.find((answer) => answer.stale);
  const stuck = answers.flatMap(({ jobID, job: { stuckSince } }) =>
    stuckSince === undefined ? [] : { jobID, unchangedSince: stuckSince },
  );
  return { jobs: answers.map(({ job }) => job), stuck, unreadable, asOf, ...(stale && staleMembers(stale)) };
}
