import type { UsualTime } from "#lib/contract/operations/operation.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** What the console knows of the jobs of operations. */
export interface OperationJobs {
  /** How long operations like this one usually take; asks the store now where `fresh`. */
  usualTimeOf(stored: StoredOperation, given?: { fresh: boolean }): Promise<UsualTime | undefined>;
  /** Since when its job seems stuck, milliseconds since 1970; undefined where it does not. */
  stuckSinceMs(stored: StoredOperation): Promise<number | undefined>;
}
