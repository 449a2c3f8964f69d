import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/errors.ts";
import { operationView } from "./operation-view.ts";
import type { StoredOperation } from "./store/operation-rows.ts";
import type { OperationStore } from "./store/operations.ts";

/** How long the same values from the same person count as the same creation, however the first one ended. */
const justMs = 10 * 60_000;

/** How long one counts that is still under way or unknown. */
const underWayMs = 24 * 60 * 60_000;

/** More of the same in one day than anybody makes. */
const mostSame = 50;

/** True where it came to nothing: another one makes no second customer. */
const isVain = ({ job }: StoredOperation) => job?.state === "failed" || job?.state === "cancelled";

const isUnderWay = ({ state, jobID, job }: StoredOperation) =>
  state === "recorded" || state === "sent" || state === "unknown" || (jobID !== null && job?.finishedAt === undefined);

interface Asked {
  environment: Environment;
  staffID: string;
  bodyHash: string;
  nowMs: number;
}

/** Throws `same_creation` where this person has just begun a creation with the same values, or one is under way. */
export async function refuseSameCreation(operations: OperationStore, asked: Asked): Promise<void> {
  const { nowMs, ...same } = asked;
  const { operations: begun } = await operations.list(
    {
      ...same,
      kind: "create-customer",
      states: ["recorded", "sent", "accepted", "unknown", "reconciled"],
      sinceMs: nowMs - underWayMs,
    },
    { limit: mostSame, offset: 0 },
  );
  const first = begun.find(
    (operation) => !isVain(operation) && (nowMs - operation.createdAt < justMs || isUnderWay(operation)),
  );
  if (!first) return;
  throw new AppError(
    "same_creation",
    "Nothing was sent: you have begun a creation with exactly these values a moment ago. A second one would make a second customer.",
    { operation: operationView(first) },
  );
}
