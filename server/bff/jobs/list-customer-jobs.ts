import type { CustomerJobs } from "#lib/contract/customer-jobs.ts";
import { AppError, isAppError } from "#lib/contract/errors.ts";
import { isFinished, type Job } from "#lib/contract/job.ts";
import { maximumLimit } from "#lib/contract/list.ts";
import type { UsualTime } from "#lib/contract/operation.ts";
import { mostJobsOfCustomer } from "#lib/contract/operation-requests.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import { usualTime } from "#server/bff/operations/usual-time.ts";
import type { OperationKind, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { boundJob } from "./bound-job.ts";
import { stuckSinceMs } from "./stuck-job.ts";

type Context = Pick<ApiContext, "services" | "environment">;

interface Candidate {
  jobID: string;
  /** The console's own write that began it. */
  operation?: StoredOperation;
}

/** A job that is not over, and where it looks stuck, since when. */
interface UnfinishedJob {
  job: Job;
  asOf: string;
  stale?: true | undefined;
  stuckSinceMs: number | undefined;
}

/**
 * Jobs that may run on a customer: of the console's own writes on it, and of those that came past. The
 * store is asked for its newest hundred writes on the customer; an older job that is not over is none
 * that anybody waits for. However many an API lists: looking at one costs a call.
 */
async function candidates({ services, environment }: Context, customerID: string): Promise<Candidate[]> {
  const page = { limit: maximumLimit, offset: 0 };
  const { operations } = await services.store.operations.list({ environment, customerID }, page);
  const found = new Map<string, Candidate>();
  for (const operation of operations) {
    const { jobID, jobFinishedAt, job } = operation;
    if (jobID !== null && jobFinishedAt === null && !job?.vanished) found.set(jobID, { jobID, operation });
  }
  // Those that came past last are the likeliest to run.
  for (const jobID of services.runningJobs[environment].of(customerID).reverse()) {
    if (!found.has(jobID)) found.set(jobID, { jobID });
  }
  return [...found.values()].slice(0, mostJobsOfCustomer);
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
async function unfinishedJobs(
  context: Context,
  customerID: string,
  { client, call }: { client: ApiClient; call: CallContext },
): Promise<UnfinishedJob[]> {
  const { services, environment } = context;
  const usualOf = new Map<OperationKind, Promise<UsualTime | undefined>>();
  const usualFor = ({ kind }: StoredOperation) => {
    const usual = usualOf.get(kind) ?? usualTime(services.store, environment, kind);
    usualOf.set(kind, usual);
    return usual;
  };
  const look = async ({ jobID, operation }: Candidate): Promise<UnfinishedJob[]> => {
    const answer = await readUnfinished(client, jobID, call);
    if (answer === undefined) return [];
    const usual = operation && (await usualFor(operation));
    const firstSeenMs = services.runningJobs[environment].firstSeen(jobID);
    const time = { nowMs: services.clock.now(), aheadMs: client.clockAheadMs() };
    return [{ ...answer, stuckSinceMs: stuckSinceMs(answer.job, { operation, usual, firstSeenMs }, time) }];
  };
  return (await Promise.all((await candidates(context, customerID)).map(look))).flat();
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
  const stuck = answers.flatMap(({ job, stuckSinceMs: sinceMs }) =>
    sinceMs === undefined ? [] : { jobID: job.jobID, unchangedSince: new Date(sinceMs).toISOString() },
  );
  return { jobs: answers.map(({ job }) => job), stuck, asOf, ...(stale && { stale }) };
}

/**
 * Throws `customer_busy` while a job runs on the customer, unless it looks stuck and is one of
 * `despiteJobs`: one that never ends would hold the contract back for good.
 */
export async function refuseWhileBusy(
  context: Context,
  customerID: string,
  reading: { client: ApiClient; call: CallContext },
  despiteJobs: readonly string[],
): Promise<void> {
  const call = { ...reading.call, fresh: true };
  const unfinished = await unfinishedJobs(context, customerID, { ...reading, call });
  const isNamed = ({ job }: UnfinishedJob) => despiteJobs.includes(job.jobID);
  const holding = unfinished.find((one) => one.stuckSinceMs === undefined || !isNamed(one));
  if (holding === undefined) return;
  const { jobID, state, stateText } = holding.job;
  const message = `job ${jobID} does not look stuck`;
  throw new AppError(
    "customer_busy",
    `Job ${jobID} on this customer is not over (${stateText || state}): its contract is left alone until then.`,
    isNamed(holding) ? { errors: [{ field: "despiteJobs", message }] } : {},
  );
}
