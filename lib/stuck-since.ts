import type { Operation } from "./contract/operation.ts";
import { isUnderWay } from "./contract/operation-outcome.ts";
import type { LiveJob } from "./live-jobs/use-live-jobs.ts";
import { outcomeOf } from "./operation-outcome.ts";

/** Since when the job of a write stands still where the server says that it seems stuck: by who watches it now, else as kept. */
export function stuckSinceOf(operation: Operation, live?: LiveJob): string | undefined {
  if (!isUnderWay(outcomeOf(operation, live))) return undefined;
  return live?.job ? live.job.stuckSince : operation.stuckSince;
}
