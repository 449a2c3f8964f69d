import type { CustomerJobs } from "#lib/contract/customer-jobs.ts";
import { AppError, isAppError } from "#lib/contract/errors.ts";
import { isFinished, type Job } from "#lib/contract/job.ts";
import { maximumLimit } from "#lib/contract/list.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import { type ApiContext, apiOf } from "./api-context.ts";
import { boundJob } from "./bound-job.ts";

/** However many jobs an API lists on one customer: looking at them costs a call each. */
const mostCandidates = 20;

type Context = Pick<ApiContext, "services" | "environment">;

/**
 * Jobs that may run on a customer: of the console's own writes on it, and of those that came past. The
 * store is asked for its newest hundred writes on the customer; an older job that is not over is none
 * that anybody waits for.
 */
async function candidates({ services, environment }: Context, customerID: string): Promise<string[]> {
  const page = { limit: maximumLimit, offset: 0 };
  const { operations } = await services.store.operations.list({ environment, customerID }, page);
  const own = operations.flatMap(({ jobID, jobFinishedAt, job }) =>
    jobFinishedAt === null && !job?.vanished ? (jobID ?? []) : [],
  );
  // Those that came past last are the likeliest to run.
  const others = services.runningJobs[environment].of(customerID).reverse();
  return [...new Set([...own, ...others])].slice(0, mostCandidates);
}

/** A job as it is now; undefined where it is over, or the API does not know it, or no such ID. */
async function readUnfinished(client: ApiClient, jobID: string, call: CallContext) {
  try {
    const { job, asOf, stale } = await client.getJob(jobID, call);
    return isFinished(job.state) ? undefined : { job: boundJob(job), asOf, stale };
  } catch (error) {
    const isGone = isAppError(error) && (error.code === "not_found" || error.upstreamStatus === 400);
    if (isGone) return undefined;
    throw error;
  }
}

/**
 * The jobs on a customer that are not over, read now. Throws what reading one of them throws: a job that
 * cannot be seen may run.
 */
export async function unfinishedJobs(
  context: Context,
  customerID: string,
  { client, call }: { client: ApiClient; call: CallContext },
): Promise<{ job: Job; asOf: string; stale?: true | undefined }[]> {
  const jobIDs = await candidates(context, customerID);
  const answers = await Promise.all(jobIDs.map((jobID) => readUnfinished(client, jobID, call)));
  return answers.filter((answer) => answer !== undefined);
}

/** The jobs that run on a customer, as far as the console knows of them. */
export async function listCustomerJobs({
  context,
  customerID,
}: {
  context: ApiContext;
  customerID: string;
}): Promise<CustomerJobs> {
  const answers = await unfinishedJobs(context, customerID, apiOf(context));
  const times = answers.map(({ asOf }) => asOf).toSorted();
  const asOf = times[0] ?? new Date(context.services.clock.now()).toISOString();
  const stale = answers.some((answer) => answer.stale);
  return { jobs: answers.map(({ job }) => job), asOf, ...(stale && { stale }) };
}

/** Throws `customer_busy` while a job runs on the customer. */
export async function refuseWhileBusy(
  context: Context,
  customerID: string,
  reading: { client: ApiClient; call: CallContext },
): Promise<void> {
  const call = { ...reading.call, fresh: true };
  const [running] = await unfinishedJobs(context, customerID, { ...reading, call });
  if (running === undefined) return;
  const { jobID, state, stateText } = running.job;
  throw new AppError(
    "customer_busy",
    `Job ${jobID} on this customer is not over (${stateText || state}): its contract is left alone until then.`,
  );
}
