import type { UsualTime } from "#lib/contract/operations/operation.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** Information about the jobs of operations. */
export interface OperationJobs {
  /** The usual duration of operations of this kind. With `fresh`, the store is read now. */
  usualTimeOf(stored: StoredOperation, options?: { fresh: boolean }): Promise<UsualTime | undefined>;
  /** Since when the operation's job seems stuck, in milliseconds since 1970. Undefined if it does not seem stuck. */
  stuckSinceMs(stored: StoredOperation): Promise<number | undefined>;
}
