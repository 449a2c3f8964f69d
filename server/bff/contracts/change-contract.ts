import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { ChangeContract } from "#lib/contract/operations/operation-requests.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { type PersonNames, shownName } from "#server/bff/core/person-names.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";
import { operationAnswer } from "#server/bff/operations/operation-view.ts";
import {
  type BulkLink,
  type NewWrite,
  type PlannedLink,
  recordAndSend,
  StepNotClaimed,
  type WriteContext,
} from "#server/bff/operations/record-and-send.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { checkUndo } from "./check-undo.ts";
import type { TargetView } from "./contract-values.ts";

interface ChangeContext extends WriteContext {
  services: WriteContext["services"] & Pick<KnownServices, "known">;
  answerWith(status: number): void;
}

/**
 * Changes a contract (see contract-change-kind.ts). The API has no conditional changes, so the changes of one contract
 * run one after the other. If another replica is changing the contract, the change is refused. Throws RunEnded if the
 * run of a bulk change has lost its lease before sending. Throws StepNotClaimed if the step of a planned change may not
 * begin.
 */
export async function changeContract({
  context,
  customerID,
  companyName,
  input,
  bulk,
  planned,
  guard,
  onHeldBack,
  release,
  proposalID,
  ofView,
}: {
  context: ChangeContext;
  customerID: string;
  /** The customer's name, if the caller knows it. */
  companyName?: string;
  input: ChangeContract;
  bulk?: BulkLink;
  planned?: PlannedLink;
  /** Checked when the operation is recorded. If the guard throws, nothing is stored and the client gets the error. */
  guard?: (change: NewOperation) => WriteGuard;
  /** See `NewWrite`. */
  onHeldBack?: NewWrite["onHeldBack"];
  /**
   * The approval request that allows the change, and the person who decided it. An emergency release does not count as
   * an approval.
   */
  release?: { approvalID: string; email: string; isEmergency: boolean };
  /** The proposal of an assistant that the person has accepted. */
  proposalID?: string;
  /** The view whose customers are changed. A customer that has left the view is not changed. */
  ofView?: TargetView | undefined;
}): Promise<{ operation: Operation }> {
  const { operations } = context.services.store;
  const slot = `${context.environment} contract ${idKey(customerID)}`;
  const record: NewWrite["record"] = async (change) => {
    const recorded = await operations.recordChange(
      change,
      change.createdAt,
      bulk?.lease ?? planned?.guards.record ?? guard?.(change),
    );
    if (!recorded) throw planned ? new StepNotClaimed() : new RunEnded();
    const { operation, underWay } = recorded;
    return {
      operation,
      isMine: true,
      refusal: underWay && (await changeUnderWay(context.services.store.staff, underWay)),
    };
  };
  // `console` has data for the console only, so it is not sent to the API.
  const { console: reference, ...change } = input;
  const { undoOf } = change;
  const left = undoOf === undefined ? undefined : await checkUndo(context, customerID, { ...change, undoOf });
  const request = {
    ...(left ? { ...change, expected: { plan: left.plan, term: left.term } } : change),
    ...(release && { approvalID: release.approvalID }),
    ...(release && (release.isEmergency ? { emergencyBy: release.email } : { approvedBy: release.email })),
    ...(proposalID !== undefined && { proposalID }),
    ...(ofView && { ofView }),
    ...(planned && { plannedChangeID: planned.plannedChangeID, plannedStepID: planned.stepID }),
  };
  const known = await context.services.known[context.environment].find(customerID);
  const name = known?.companyName || companyName || undefined;
  const about = { customerID, companyName: name, bulk, planned, againOf: undoOf, reference, onHeldBack };
  const write = { kind: changeContractKind.kind, request, ...about, record };
  const settled = await context.services.writes.run(slot, () => recordAndSend(context, write));
  const answer = operationAnswer(settled);
  context.answerWith(answer.operation.outcome === "done" ? 200 : 202);
  return answer;
}

async function changeUnderWay(names: PersonNames, { actor }: StoredOperation): Promise<AppError> {
  return new AppError(
    "customer_busy",
    `Another change of this contract is running, started by ${await shownName(names, actor)}. Check it again in a moment.`,
  );
}
