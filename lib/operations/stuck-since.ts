import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "./operation-outcome.ts";

/**
 * When the job of a write last changed, if the server considers the job stuck. From the live job if there is one,
 * otherwise from the record.
 */
export function stuckSinceOf(operation: Operation, live?: LiveJob): string | undefined {
  if (!isInProgress(currentOutcome(operation, live))) return undefined;
  return live?.job ? live.job.stuckSince : operation.stuckSince;
}
