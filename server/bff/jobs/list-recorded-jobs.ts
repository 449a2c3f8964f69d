import type { JobList, JobState } from "#lib/contract/job.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { JobServices } from "./job-services.ts";

/** How long the remembered number of the API's jobs is used before the API is asked again, in milliseconds. */
const totalKeptMs = 60_000;

/** How long the list waits for the API's number of jobs, in milliseconds. The rows do not need the API. */
const maxWaitMs = 1_000;

/** How many jobs the API has. Undefined if the API fails or does not answer in time. */
async function readAPITotal(context: ApiContext<JobServices>): Promise<number | undefined> {
  const { client, call } = requestAPI(context);
  const { clock, jobRecords } = context.services;
  const known = jobRecords[context.environment].apiTotal(totalKeptMs);
  if (known !== undefined) return known;
  const read = client.listJobs({ limit: 1, offset: 0 }, call).then(
    ({ total }) => total,
    () => undefined,
  );
  const timeout = Promise.withResolvers<undefined>();
  const stop = clock.after(maxWaitMs, () => timeout.resolve(undefined));
  return Promise.race([read, timeout.promise]).finally(stop);
}

/**
 * Lists the recorded jobs in some states, newest first. The API has no filter, so jobs that this console has never read
 * are missing. The result says how many jobs are recorded and how many the API has.
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
