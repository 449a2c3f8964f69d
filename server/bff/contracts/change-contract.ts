import { AppError } from "#lib/contract/app-error.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ChangeContract } from "#lib/contract/operation-requests.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import { operationAnswer } from "#server/bff/operations/operation-view.ts";
import {
  type BulkLink,
  type NewWrite,
  recordAndSend,
  type WriteContext,
} from "#server/bff/operations/record-and-send.ts";
import { RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

interface ChangeContext extends WriteContext {
  answerWith(status: number): void;
}

/**
 * Changes a contract, as contract-change-kind.ts says. The API has no conditional change, so here two changes of one
 * customer's contract come after each other; while one is under way on another replica, a second is refused.
 * Throws RunEnded where the run of a bulk change has lost its lease before it could send.
 */
export async function changeContract({
  context,
  customerID,
  input,
  bulk,
}: {
  context: ChangeContext;
  customerID: string;
  input: ChangeContract;
  bulk?: BulkLink;
}): Promise<{ operation: Operation }> {
  const { operations } = context.services.store;
  const slot = `${context.environment} contract ${idKey(customerID)}`;
  const record: NewWrite["record"] = async (change) => {
    const recorded = await operations.recordChange(change, change.createdAt, bulk?.lease);
    if (!recorded) throw new RunEnded();
    const { operation, underWay } = recorded;
    return { operation, isMine: true, refusal: underWay && changeUnderWay(underWay) };
  };
  const write = { kind: "change-contract", request: input, customerID, bulk, record };
  const settled = await context.services.writes.run(slot, () => recordAndSend(context, write));
  const answer = operationAnswer(settled);
  context.answerWith(answer.operation.outcome === "done" ? 200 : 202);
  return answer;
}

function changeUnderWay({ actor }: StoredOperation): AppError {
  return new AppError(
    "customer_busy",
    `Another change of this contract is running, started by ${actor.email}. Check it again in a moment.`,
  );
}
