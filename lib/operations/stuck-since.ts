import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "./operation-outcome.ts";

/**
 * Returns when the job of a running write last changed. Undefined if the write has ended, or if the job does not seem
 * stuck. The live job takes precedence over the stored job.
 */
export function stuckSinceOf(operation: Operation, live?: LiveJob): string | undefined {
  if (!isInProgress(currentOutcome(operation, live))) return undefined;
  return live?.job ? live.job.stuckSince : operation.stuckSince;
}
