import type { ErrorCode } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { type CustomerJobsContext, type UnfinishedJob, unfinishedJobs } from "../jobs/unfinished-jobs.ts";

/**
 * Errors that concern the API itself. The change would fail with the same error, so this error is thrown instead of
 * `customer_busy`.
 */
const ofWholeApi: ReadonlySet<ErrorCode> = new Set([
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "draining",
]);

function busyError(holding: UnfinishedJob, isNamed: boolean): AppError {
  const { jobID } = holding;
  if ("error" in holding) {
    if (ofWholeApi.has(holding.error.code)) return holding.error;
    const { message, upstreamStatus } = holding.error;
    return new AppError(
      "customer_busy",
      `Job ${jobID} on this customer could not be read, so it may still be running: ${message}`,
      upstreamStatus === undefined ? {} : { upstreamStatus },
    );
  }
  const { state, stateText } = holding.job;
  const errors = isNamed ? [{ field: "overrideJobIDs", message: `job ${jobID} does not seem stuck` }] : [];
  return new AppError(
    "customer_busy",
    `Job ${jobID} on this customer has not ended (${stateText || state}). The contract cannot be changed until then.`,
    { errors },
  );
}

/**
 * Throws `customer_busy` if a job runs, or may run, on the customer. A job that seems stuck or cannot be read could
 * block the contract for ever, so such a job is ignored if `overrideJobIDs` names it.
 */
export async function assertNoRunningJobs(
  context: CustomerJobsContext,
  customerID: string,
  reading: { client: ApiClient; call: CallContext },
  overrideJobIDs: readonly string[],
): Promise<void> {
  const call = { ...reading.call, fresh: true };
  const unfinished = await unfinishedJobs(context, customerID, { ...reading, call });
  const isNamed = ({ jobID }: UnfinishedJob) => overrideJobIDs.includes(jobID);
  const mayBeNamed = (one: UnfinishedJob) => "error" in one || one.job.stuckSince !== undefined;
  const holding = unfinished.find((one) => !isNamed(one) || !mayBeNamed(one));
  if (holding) throw busyError(holding, isNamed(holding));
}
