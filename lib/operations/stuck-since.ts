import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "./operation-outcome.ts";

/**
 * When the job of a write last changed. Undefined if the server does not consider the job stuck. The live job takes
 * precedence over the record.
 */
export function stuckSinceOf(operation: Operation, live?: LiveJob): string | undefined {
  if (!isInProgress(currentOutcome(operation, live))) return undefined;
  return live?.job ? live.job.stuckSince : operation.stuckSince;
}
