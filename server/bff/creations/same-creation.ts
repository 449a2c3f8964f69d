import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { OperationState } from "#lib/contract/operations/operation.ts";
import type { NewCustomer } from "#lib/contract/operations/operation-requests.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { isOutcomeUncertain } from "#lib/operations/operation-outcome.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { NewOperation, StoredOperation, Transition } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationStore } from "#server/bff/store/operations/operations.ts";

/**
 * How long after a successful creation equal values from the same person count as the same creation, in milliseconds.
 */
const justMs = 10 * 60_000;

/** While a creation is running or its outcome is unknown, it prevents an equal creation for this time, in milliseconds. */
const underWayMs = 24 * 60 * 60_000;

/** The states of creations that may have created a customer. */
const states = ["recorded", "sent", "accepted", "unknown", "reconciled"] as const satisfies OperationState[];

/** The maximum number of equal creations that are read. Nobody makes more within the time window. */
const maxSame = 50;

/**
 * Finds an equal creation of any person that is running, has an unknown outcome, or succeeded a short time ago. Used
 * for proposals, because an assistant does not know the creations of other people. A person is asked only about their
 * own equal creations (`recordIfNew`).
 */
export async function findSameCreation(
  operations: OperationStore,
  environment: Environment,
  request: NewCustomer,
  nowMs: number,
): Promise<StoredOperation | undefined> {
  const { kind } = createCustomerKind;
  const filter = { environment, kind, bodyHash: requestHash(request), states, sinceMs: nowMs - underWayMs };
  const earlier = await operations.list(filter, { limit: maxSame, offset: 0 });
  return earlier.operations.find((operation) => counts(operation, nowMs));
}

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
export async function recordIfNew(
  operations: OperationStore,
  creation: NewOperation,
  guard?: WriteGuard,
): Promise<Transition> {
  const nowMs = creation.createdAt;
  const { isSame, ...recorded } = await operations.recordIfNew(
    creation,
    { states, sinceMs: nowMs - underWayMs, isSame: (earlier) => counts(earlier, nowMs) },
    guard,
  );
  if (!isSame) return recorded;
  throw new AppError(
    "same_creation",
    "Nothing was sent: you started a creation with exactly these values a moment ago. A second one would create a second customer.",
    { operation: operationView(recorded.operation) },
  );
}
