import { isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { isOutcomeUncertain } from "#lib/operations/operation-outcome.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { NewOperation, StoredOperation, Transition } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationStore } from "#server/bff/store/operations/operations.ts";

/**
 * How long after a successful creation equal values from the same person count as the same creation, in milliseconds.
 */
const justMs = 10 * 60_000;

/** While a creation is running or its outcome is unknown, it prevents an equal creation for this time, in milliseconds. */
const underWayMs = 24 * 60 * 60_000;

/**
 * True if the earlier creation prevents an equal creation at `nowMs`. A creation that certainly failed prevents
 * nothing, because no customer was created.
 */
function counts(earlier: StoredOperation, nowMs: number): boolean {
  const detail = outcomeDetailOf(operationView(earlier));
  const outcome = outcomeOfDetail[detail];
  if (isInProgress(outcome) || isOutcomeUncertain(detail)) return true;
  return outcome === "done" && nowMs - earlier.createdAt < justMs;
}

/**
 * Records a creation. Throws `same_creation` if an equal creation of the same person is running, has an unknown
 * outcome, or succeeded a short time ago.
 */
export async function recordIfNew(operations: OperationStore, creation: NewOperation): Promise<Transition> {
  const nowMs = creation.createdAt;
  const { isSame, ...recorded } = await operations.recordIfNew(creation, {
    states: ["recorded", "sent", "accepted", "unknown", "reconciled"],
    sinceMs: nowMs - underWayMs,
    isSame: (earlier) => counts(earlier, nowMs),
  });
  if (!isSame) return recorded;
  throw new AppError(
    "same_creation",
    "Nothing was sent: you started a creation with exactly these values a moment ago. A second one would create a second customer.",
    { operation: operationView(recorded.operation) },
  );
}
