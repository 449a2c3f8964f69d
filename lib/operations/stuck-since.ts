import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome } from "./operation-outcome.ts";

/** Since when the job of a write stands still where the server says that it seems stuck: by who watches it now, else as kept. */
export function stuckSinceOf(operation: Operation, live?: LiveJob): string | undefined {
  if (!isInProgress(currentOutcome(operation, live))) return undefined;
  return live?.job ? live.job.stuckSince : operation.stuckSince;
}
