import { AppError } from "#lib/contract/app-error.ts";
import { isUnderWay, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { isUncertain } from "#lib/operation-outcome.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { Moved, NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationStore } from "#server/bff/store/operations/operations.ts";

/** How long the same values from the same person count as the same creation, however the first one ended. */
const justMs = 10 * 60_000;

/** How long one counts that is still under way or unknown. */
const underWayMs = 24 * 60 * 60_000;

/** True of one that counts at `nowMs`. Where it came to nothing for sure another one makes no second customer. */
function counts(begun: StoredOperation, nowMs: number): boolean {
  const detail = outcomeDetailOf(operationView(begun));
  const outcome = outcomeOfDetail[detail];
  if (isUnderWay(outcome) || isUncertain(detail)) return true;
  return outcome === "done" && nowMs - begun.createdAt < justMs;
}

/**
 * Keeps a creation, unless this person has just begun one with the same values, or one is under way: then it
 * throws `same_creation`.
 */
export async function recordIfNew(operations: OperationStore, creation: NewOperation): Promise<Moved> {
  const nowMs = creation.createdAt;
  const { isSame, ...recorded } = await operations.recordIfNew(creation, {
    states: ["recorded", "sent", "accepted", "unknown", "reconciled"],
    sinceMs: nowMs - underWayMs,
    isSame: (begun) => counts(begun, nowMs),
  });
  if (!isSame) return recorded;
  throw new AppError(
    "same_creation",
    "Nothing was sent: you started a creation with exactly these values a moment ago. A second one would create a second customer.",
    { operation: operationView(recorded.operation) },
  );
}
