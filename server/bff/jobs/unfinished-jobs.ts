import type { Job } from "#lib/contract/job.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { maxJobsOfCustomer } from "#lib/contract/operations/operation-requests.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { JobServices } from "./job-services.ts";
import { boundJob } from "./live/bound-job.ts";

export type CustomerJobsContext = Pick<ApiContext<JobServices>, "services" | "environment">;

/** A job on a customer that is not over, or that could not be read and therefore may not be. */
export type UnfinishedJob =
  | { jobID: string; job: Job; asOf: string; stale?: true | undefined; retryAt?: string | undefined }
  | { jobID: string; error: AppError };

/**
 * Jobs that may run on a customer: of the console's own writes on it, and of those that came past. The
 * store gives its newest hundred writes on the customer. A job that the tracker has given up, because
 * its end was not seen for a week, prevents nothing. The number is limited, because reading each costs a call.
 */
async function candidates({ services, environment }: CustomerJobsContext, customerID: string): Promise<string[]> {
  const page = { limit: maxLimit, offset: 0 };
  const { operations } = await services.store.operations.list({ environment, customerID }, page);
  const directory = services.jobDirectories[environment];
  const found = new Set<string>();
  const givenUp = new Set<string>();
  for (const { jobID, jobFinishedAt, job, followDueAt, sentAt, createdAt, kind } of operations) {
    if (jobID === null || jobFinishedAt !== null || job?.vanished) continue;
    if (followDueAt === null) givenUp.add(jobID);
    else {
      found.add(jobID);
      directory.noteStart(jobID, { atMs: sentAt ?? createdAt, kind });
    }
  }
  // Those that came past last are the likeliest to run.
  for (const jobID of directory.unfinishedOf(customerID).reverse()) if (!givenUp.has(jobID)) found.add(jobID);
  return [...found].slice(0, maxJobsOfCustomer);
}

/** A job as it is now; undefined where it is over or gone, or the API says that there can be none with this ID. */
async function readUnfinished(client: ApiClient, jobID: string, call: CallContext): Promise<UnfinishedJob | undefined> {
  try {
    const { job, ...age } = await client.getJob(jobID, call);
    return isFinished(job.state) ? undefined : { jobID, job: { ...boundJob(job), jobID }, ...age };
  } catch (error) {
    if (call.signal?.aborted || !isAppError(error)) throw error;
    if (error.gone || error.upstreamStatus === 400) return undefined;
    return { jobID, error };
  }
}

/** The jobs on a customer that are not over, read now. One that cannot be read takes none of the others with it. */
export async function unfinishedJobs(
  context: CustomerJobsContext,
  customerID: string,
  { client, call }: { client: ApiClient; call: CallContext },
): Promise<UnfinishedJob[]> {
  const jobIDs = await candidates(context, customerID);
  const read = await Promise.all(jobIDs.map((jobID) => readUnfinished(client, jobID, call)));
  return read.filter((one) => one !== undefined);
}
