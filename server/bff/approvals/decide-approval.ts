import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { DecideWithReason } from "#lib/contract/operations/approval.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import { differencesOf } from "./approval-differences.ts";
import { approvalEvent } from "./approval-event.ts";
import { acknowledgeRefusal, decisionRefusal, isOwnRequest } from "./approval-parts.ts";
import { approvalMoved, approvalView } from "./approval-view.ts";
import { type Decided, type DecisionContext, findApproval } from "./find-approval.ts";
import { sendApproved } from "./send-approved.ts";

/**
 * Returns the request if it still waits for a decision and the person reviewed its current content. Throws otherwise.
 */
async function findWaiting(context: DecisionContext, approvalID: string, digest: string): Promise<StoredApproval> {
  const approval = await findApproval(context, approvalID);
  if (approval.state !== "waiting" || approval.digest !== digest) throw approvalMoved(approval);
  return approval;
}

/** Throws if the signed-in person may not decide. Nobody approves a request that they made, started or edited. */
async function requireOther(context: DecisionContext, approval: StoredApproval): Promise<void> {
  const refusal = await decisionRefusal(context, approval);
  if (refusal) throw refusal;
}

/**
 * Reads the content again. Throws if it has changed since the request, or if the requester is no longer allowed to make
 * the change.
 */
async function requireUnchanged(context: DecisionContext, approval: StoredApproval): Promise<void> {
  const { services, environment } = context;
  const { staff } = services.store;
  const { staffID } = approval.requestedBy;
  const right = { staffID, permission: "contracts.change", environment } as const;
  if (!(await staff.hasPermission(right, services.clock.now()))) {
    const name = await shownName(staff, approval.requestedBy);
    throw new AppError("approval_moved", `${name} may no longer change anything in ${environment}. Nothing was sent.`);
  }
  const { differences } = await differencesOf(context, approval);
  if (differences.length === 0) return;
  throw new AppError("contract_changed", "It is not what was requested any more. Nothing was sent.", {
    errors: differences.map((message) => ({ message })),
  });
}

async function release(
  context: DecisionContext,
  approval: StoredApproval,
  { reason, isEmergency }: Pick<ApprovalDecision, "reason" | "isEmergency">,
): Promise<Decided> {
  const { staffID, email } = context.session.staff;
  const action = isEmergency ? "approval.emergency" : "approval.approved";
  const event = approvalEvent(context, action, approval, reason === null ? {} : { reason });
  const { approvalID, digest } = approval;
  const decision = { approvalID, digest, state: "approved", by: { staffID, email }, reason, isEmergency } as const;
  if (approval.kind === "change") return sendApproved(context, approval, decision, event);
  return store(context, approval, { ...decision, operationID: null }, event);
}

/** Stores a decision that sends nothing. Its effect on the subject of the request is stored in the same transaction. */
async function store(
  context: DecisionContext,
  { approvalID, kind, subjectID }: StoredApproval,
  decision: ApprovalDecision,
  event: NewAuditEvent,
): Promise<Decided> {
  const { services, environment } = context;
  const source = services.approvalSources.find((one) => one.kind === kind);
  const isStored = source?.decide
    ? await source.decide(environment, subjectID, decision, event)
    : await services.store.approvals.decide(decision, services.clock.now(), event);
  const current = await findApproval(context, approvalID);
  if (!isStored) throw approvalMoved(current);
  return { approval: await approvalView(services.store, current) };
}

/**
 * Approves exactly the reviewed content. A single change is sent immediately. A planned change is scheduled. A bulk
 * change or an import can then be started.
 */
export async function approve(
  context: DecisionContext,
  approvalID: string,
  { digest }: { digest: string },
): Promise<Decided> {
  const approval = await findWaiting(context, approvalID, digest);
  await requireOther(context, approval);
  await requireUnchanged(context, approval);
  return release(context, approval, { reason: null, isEmergency: false });
}

/**
 * Releases the content without a second person, with a reason. This is for emergencies in which nobody else can
 * approve. Attention shows the release to all possible approvers until one of them acknowledges it.
 */
export async function approveInEmergency(
  context: DecisionContext,
  approvalID: string,
  { digest, reason }: DecideWithReason,
): Promise<Decided> {
  const approval = await findWaiting(context, approvalID, digest);
  if (!context.session.hasSecondFactor) {
    throw new AppError("factor_required", "An emergency needs a sign-in with a second factor. Nothing was sent.");
  }
  await requireUnchanged(context, approval);
  return release(context, approval, { reason, isEmergency: true });
}

async function close(
  context: DecisionContext,
  approval: StoredApproval,
  state: "rejected" | "withdrawn",
  reason: string | null,
): Promise<Decided> {
  const { staffID, email } = context.session.staff;
  const { approvalID, digest } = approval;
  const event = approvalEvent(context, `approval.${state}`, approval, reason === null ? {} : { reason });
  const decision = { approvalID, digest, state, by: { staffID, email }, reason, isEmergency: false };
  return store(context, approval, { ...decision, operationID: null }, event);
}

/** Rejects the request with a reason. Sends nothing. */
export async function reject(
  context: DecisionContext,
  approvalID: string,
  { digest, reason }: DecideWithReason,
): Promise<Decided> {
  const approval = await findWaiting(context, approvalID, digest);
  await requireOther(context, approval);
  return close(context, approval, "rejected", reason);
}

/** Withdraws the request. Only the requester can do this, or the person who created the requesting API key. */
export async function withdraw(context: DecisionContext, approvalID: string): Promise<Decided> {
  const approval = await findApproval(context, approvalID);
  if (approval.state !== "waiting") throw approvalMoved(approval);
  if (!(await isOwnRequest(context, approval))) {
    const name = await shownName(context.services.store.staff, approval.requestedBy);
    throw new AppError("forbidden", `Only ${name} can withdraw this. Refuse it instead.`);
  }
  return close(context, approval, "withdrawn", null);
}

/** Acknowledges an emergency release. Only another person can do this. */
export async function acknowledgeEmergency(context: DecisionContext, approvalID: string): Promise<Decided> {
  const { services, session } = context;
  const approval = await findApproval(context, approvalID);
  const { staffID, email } = session.staff;
  const refusal = await acknowledgeRefusal(context, approval);
  if (refusal) throw refusal;
  const event = approvalEvent(context, "approval.acknowledged", approval);
  const nowMs = services.clock.now();
  const isDone = await services.store.approvals.acknowledge(approvalID, { staffID, email }, nowMs, event);
  if (!isDone)
    throw new AppError("approval_moved", "There is no emergency to acknowledge here, or it was acknowledged.");
  return { approval: await approvalView(services.store, await findApproval(context, approvalID)) };
}
