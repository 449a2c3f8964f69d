import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { assertNotHeldBack } from "#server/bff/change-limits/held-back.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import { requireDecider } from "#server/bff/operations/still-permitted.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import { approvalEvent } from "./approval-event.ts";
import { approvalMoved, approvalView } from "./approval-view.ts";
import { type Decided, type DecisionContext, findApproval } from "./find-approval.ts";

/**
 * Sends one approved change like any other change: it is recorded, compared, sent once and verified. The decision is
 * stored in the transaction that records the operation. So if two people approve at the same time, only one of them
 * sends the change. After a crash, the request still waits, or the reconciler finds the operation. The operation
 * belongs to the requester.
 */
export async function sendApproved(
  context: DecisionContext,
  approval: StoredApproval,
  decision: Omit<ApprovalDecision, "operationID">,
  event: NewAuditEvent,
): Promise<Decided> {
  const { services, environment, requestID, signal } = context;
  const { request, requestedBy, reason, ticket, approvalID } = approval;
  const { change = { plan: "" }, expected = {}, customerID = approval.subjectID } = request;
  const reference = { ...(ticket !== null && { ticket }), ...(reason !== null && { reason }) };
  const { operation } = await settled(
    changeContract({
      context: { services, environment, requestID, signal, session: { staff: requestedBy }, answerWith: () => {} },
      customerID,
      input: { ...change, expected, console: reference },
      release: { approvalID, email: decision.by.email, isEmergency: decision.isEmergency },
      guard: (write) => async (transaction) => {
        await assertNotHeldBack(services, { environment, staffID: requestedBy.staffID, customerID }, transaction);
        await requireDecider(context, transaction);
        const nowMs = services.clock.now();
        const decided = await services.store.approvals.decideIn(
          transaction,
          { ...decision, operationID: write.operationID },
          nowMs,
          event,
        );
        if (!decided) throw approvalMoved({ state: "approved" });
        return true;
      },
      onHeldBack: (operationID) =>
        services.store.approvals.reopen(
          { approvalID, operationID },
          services.clock.now(),
          approvalEvent(context, "approval.reopened", approval),
        ),
    }),
  );
  return { approval: await approvalView(services.store, await findApproval(context, approvalID)), operation };
}

/** Returns the operation of a change, even if the change was refused. The approver then sees its result. */
async function settled(sending: Promise<{ operation: Operation }>): Promise<{ operation: Operation }> {
  try {
    return await sending;
  } catch (thrown) {
    if (isAppError(thrown) && thrown.operation) return { operation: thrown.operation };
    throw thrown;
  }
}
