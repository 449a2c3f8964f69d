import type { Operation, UsualTime } from "#lib/contract/operation.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { operationView } from "./operation-view.ts";

/** What the console knows of the jobs of operations. */
export interface OperationJobs {
  /** How long operations like this one usually take; asks the store now where `fresh`. */
  usualTimeOf(stored: StoredOperation, given?: { fresh: boolean }): Promise<UsualTime | undefined>;
  /** Since when its job seems stuck, milliseconds since 1970; undefined where it does not. */
  stuckSinceMs(stored: StoredOperation): Promise<number | undefined>;
}

/** An operation as the console shows it, with since when its job seems stuck. */
export async function viewWithStuck(jobs: OperationJobs, stored: StoredOperation): Promise<Operation> {
  const view = operationView(stored);
  if (stored.jobID === null || stored.jobFinishedAt !== null) return view;
  const sinceMs = await jobs.stuckSinceMs(stored);
  return sinceMs === undefined ? view : { ...view, stuckSince: new Date(sinceMs).toISOString() };
}
