import type { JobList, JobState } from "#lib/contract/job.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { JobServices } from "./job-services.ts";

/** How long the API's number of jobs counts as current, in milliseconds. */
const totalKeptMs = 60_000;

/** How many jobs the API has. Undefined if the API does not answer. */
async function readAPITotal(context: ApiContext<JobServices>): Promise<number | undefined> {
  const { client, call } = requestAPI(context);
  const known = context.services.jobRecords[context.environment].apiTotal(totalKeptMs);
  if (known !== undefined) return known;
  const list = await client.listJobs({ limit: 1, offset: 0 }, call).catch(() => undefined);
  return list?.total;
}

/**
 * Lists the recorded jobs in some states, newest first. The API has no filter, so jobs that this console has never read
 * are missing. The answer says how many jobs are recorded and how many the API has.
 */
export async function listRecordedJobs(
  context: ApiContext<JobServices>,
  { states, ...page }: { states: readonly JobState[]; limit: number; offset: number },
): Promise<JobList> {
  const { services, environment } = context;
  const apiTotal = await readAPITotal(context);
  await services.jobRecords[environment].settled();
  const { jobs, total, recorded } = await services.store.knownJobs.list(environment, { states, ...page });
  const named = await withCompanyNames(services.customerNames, environment, jobs);
  return {
    jobs: named.map((job) => ({ ...job, steps: [] })),
    total,
    ...page,
    asOf: new Date(services.clock.now()).toISOString(),
    recorded: { jobs: recorded, ...(apiTotal !== undefined && { total: apiTotal }) },
  };
}
