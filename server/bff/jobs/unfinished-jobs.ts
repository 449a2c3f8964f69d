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

/** An unfinished job on a customer, or a job that could not be read and so may be unfinished. */
export type UnfinishedJob =
  | { jobID: string; job: Job; asOf: string; stale?: true | undefined; retryAt?: string | undefined }
  | { jobID: string; error: AppError };

/**
 * Jobs that may run on a customer. They come from the console's newest hundred writes on the customer, and from the job
 * directory. A job that the tracker has given up, because it did not end within a week, is left out. The number of jobs
 * is limited, because each job that is read costs a call.
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
  // The most recently read jobs are the most likely to be running.
  for (const jobID of directory.unfinishedOf(customerID).reverse()) if (!givenUp.has(jobID)) found.add(jobID);
  return [...found].slice(0, maxJobsOfCustomer);
}

/** The current state of a job. Undefined if the job is finished or gone, or if the API rejects its ID. */
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

/**
 * Reads the unfinished jobs on a customer from the API. If one job cannot be read, the other jobs are still returned.
 */
export async function unfinishedJobs(
  context: CustomerJobsContext,
  customerID: string,
  { client, call }: { client: ApiClient; call: CallContext },
): Promise<UnfinishedJob[]> {
  const jobIDs = await candidates(context, customerID);
  const read = await Promise.all(jobIDs.map((jobID) => readUnfinished(client, jobID, call)));
  return read.filter((one) => one !== undefined);
}
