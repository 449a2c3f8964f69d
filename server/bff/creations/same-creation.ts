import { AppError } from "#lib/contract/errors.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { Moved, OperationStore } from "#server/bff/store/operations/operations.ts";

/** How long the same values from the same person count as the same creation, however the first one ended. */
const justMs = 10 * 60_000;

/** How long one counts that is still under way or unknown. */
const underWayMs = 24 * 60 * 60_000;

/** True where it came to nothing: another one makes no second customer. */
const isVain = ({ job }: StoredOperation) => job?.state === "failed" || job?.state === "cancelled";

const isUnderWay = ({ state, jobID, job }: StoredOperation) =>
  state === "recorded" || state === "sent" || state === "unknown" || (jobID !== null && job?.finishedAt === undefined);

/**
 * Keeps a creation, unless this person has just begun one with the same values, or one is under way: then it
 * throws `same_creation`.
 */
export async function recordIfNew(operations: OperationStore, creation: NewOperation): Promise<Moved> {
  const nowMs = creation.createdAt;
  const { isSame, ...recorded } = await operations.recordIfNew(creation, {
    states: ["recorded", "sent", "accepted", "unknown", "reconciled"],
    sinceMs: nowMs - underWayMs,
    isSame: (begun) => !isVain(begun) && (nowMs - begun.createdAt < justMs || isUnderWay(begun)),
  });
  if (!isSame) return recorded;
  throw new AppError(
    "same_creation",
    "Nothing was sent: you have begun a creation with exactly these values a moment ago. A second one would make a second customer.",
    { operation: operationView(recorded.operation) },
  );
}
