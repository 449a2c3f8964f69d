import type { Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ApprovalState } from "#lib/contract/values/operations/approval-states.ts";
import { pages } from "#lib/paths.ts";
import { approvalDecided, approvalRequested } from "#server/bff/store/approvals/approval-notifications.ts";
import type { ApprovalRequest } from "#server/bff/store/approvals/approval-rows.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { appendOwnNotifications } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { readApprovals } from "./planned-list.ts";
import { notifyOfPlanned } from "./planned-own-notifications.ts";
import {
  type ChosenTime,
  type PlannedApproval,
  plannedOfRows,
  rowOfPlanned,
  rowOfStep,
  type StoredPlanned,
} from "./planned-rows.ts";
import { isReady, sortAtOf } from "./planned-state.ts";

type On = Transaction<ConsoleSchema>;

/** The audit event of a transition: its actor, its action and its reason. */
export type PlannedEvent = Pick<
  NewAuditEvent,
  "actor" | "action" | "requestID" | "address" | "userAgent" | "ticket"
> & {
  /** The reason that the person entered. */
  reason?: string | undefined;
};

/** Reads a planned change and locks it until the end of the transaction. Null if the planned change does not exist. */
export async function lockPlanned(
  on: On,
  { environment, plannedChangeID }: { environment: Environment; plannedChangeID: string },
): Promise<StoredPlanned | null> {
  // On PostgreSQL, an UPDATE that changes nothing locks the row. SQLite has only one writer, so it needs no lock.
  const row = await on
    .updateTable("plannedChanges")
    .set((builder) => ({ version: builder.ref("version") }))
    .where("plannedChangeID", "=", plannedChangeID)
    .where("environment", "=", environment)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const steps = await on
    .selectFrom("plannedSteps")
    .selectAll()
    .where("plannedChangeID", "=", plannedChangeID)
    .execute();
  const approvals = await readApprovals(on, [row]);
  return plannedOfRows(row, steps, approvals.get(row.approvalID ?? "") ?? null);
}

const insertSteps = (on: On, planned: StoredPlanned) =>
  on
    .insertInto("plannedSteps")
    .values(planned.steps.map((step) => rowOfStep(planned, step, isReady(planned, step))))
    .execute();

/** Stores a new planned change with all its steps and its audit event. */
export async function insertPlanned(on: On, planned: StoredPlanned, event: PlannedEvent, nowMs: number): Promise<void> {
  await on
    .insertInto("plannedChanges")
    .values(rowOfPlanned(planned, sortAtOf(planned)))
    .execute();
  await insertSteps(on, planned);
  await saveApproval(on, null, planned, nowMs);
  await notifyOfPlanned(on, null, planned, event.actor, nowMs);
  await appendAudit(on, eventOf(null, planned, event), nowMs);
}

/** Stores the result of a transition and its audit event. The planned change must be locked. */
export async function savePlanned(
  on: On,
  before: StoredPlanned,
  after: StoredPlanned,
  nowMs: number,
  event: PlannedEvent = { actor: { kind: "console" }, action: "planned.moved" },
): Promise<void> {
  await on
    .updateTable("plannedChanges")
    .set(rowOfPlanned(after, sortAtOf(after)))
    .where("plannedChangeID", "=", after.plannedChangeID)
    .execute();
  await on.deleteFrom("plannedSteps").where("plannedChangeID", "=", after.plannedChangeID).execute();
  await insertSteps(on, after);
  await saveApproval(on, before.approval, after, nowMs);
  await notifyOfPlanned(on, before, after, event.actor, nowMs);
  await appendAudit(on, eventOf(before, after, event), nowMs);
}

/**
 * Stores the current approval request of a planned change: a new request, or the new state of an existing request.
 * First, a waiting request that the planned change no longer has becomes void.
 */
async function saveApproval(
  on: On,
  before: PlannedApproval | null,
  planned: StoredPlanned,
  nowMs: number,
): Promise<void> {
  const { approval } = planned;
  const update = (approvalID: string) =>
    on.updateTable("approvals").where("approvalID", "=", approvalID).where("kind", "=", "planned");
  if (before && before.approvalID !== approval?.approvalID) {
    await update(before.approvalID)
      .set({ state: "void" satisfies ApprovalState })
      .where("state", "=", "waiting" satisfies ApprovalState)
      .execute();
  }
  if (approval?.kind !== "planned") return;
  const { approvalID, state, digest, why, expiresAt, decidedBy, decidedAt, decisionReason, isEmergency } = approval;
  const notifiedApproval = {
    approvalID,
    environment: planned.environment,
    requestedBy: planned.responsible,
    createdAt: nowMs,
    request: { title: planned.companyName || planned.customerID, customerID: planned.customerID },
  };
  if (before?.approvalID === approvalID) {
    if (before.state === state) return;
    await update(approvalID)
      .set({
        state,
        decidedStaffID: decidedBy?.staffID ?? null,
        decidedEmail: decidedBy?.email ?? null,
        decidedAt,
        decisionReason,
        isEmergency: Number(isEmergency),
      })
      .execute();
    appendOwnNotifications(on, approvalDecided({ ...notifiedApproval, state, decidedBy, decidedAt }), nowMs);
    return;
  }
  const { environment, plannedChangeID, customerID, change, second, at, until, expected, responsible } = planned;
  const request: ApprovalRequest = {
    title: planned.companyName || customerID,
    rows: 1,
    customerID,
    href: pages.plannedChange(environment, plannedChangeID),
    change: plainChange(change),
    ...(second && { second: plainChange(second) }),
    at: shownTime(at),
    ...(until && { until: shownTime(until) }),
    expected,
  };
  await on
    .insertInto("approvals")
    .values({
      approvalID,
      environment,
      kind: "planned",
      subjectID: plannedChangeID,
      state,
      digest,
      request: JSON.stringify(request),
      why: JSON.stringify(why),
      ticket: planned.ticket,
      reason: planned.reason,
      staffID: responsible.staffID,
      email: responsible.email,
      createdAt: nowMs,
      expiresAt,
      isEmergency: 0,
    })
    .execute();
  appendOwnNotifications(on, [approvalRequested(notifiedApproval)], nowMs);
}

const plainChange = ({ plan, term }: StoredPlanned["change"]) => (plan === undefined ? { term: term ?? "" } : { plan });

const shownTime = ({ atMs, local, zone, offset }: ChosenTime) => ({
  at: new Date(atMs).toISOString(),
  local,
  zone,
  offset,
});

const instant = (time: ChosenTime | null) => time && new Date(time.atMs).toISOString();

function facts({ state, steps, responsible, at, until, digest }: StoredPlanned) {
  return {
    state,
    steps: steps.map(({ kind, state: of }) => `${kind} ${of}`),
    responsible: responsible.email,
    at: instant(at),
    ...(until && { until: instant(until) }),
    digest,
  };
}

/** The audit event of a transition, with the values before and after. */
function eventOf(before: StoredPlanned | null, after: StoredPlanned, plannedEvent: PlannedEvent): NewAuditEvent {
  const { reason, ...event } = plannedEvent;
  const { environment, plannedChangeID, customerID, change, second, stateReason } = after;
  const isBad = ["suspended", "missed", "failed", "unknown", "expired"].includes(after.state);
  return {
    ...event,
    ...(after.ticket !== null && { ticket: after.ticket }),
    environment,
    target: { kind: "planned", id: plannedChangeID },
    outcome: isBad && before?.state !== after.state ? "failed" : "done",
    ...(before && { before: facts(before) }),
    after: {
      customerID,
      change: { ...change, ...second },
      ...facts(after),
      ...(reason !== undefined && { reason }),
      ...(stateReason && { why: stateReason.code }),
    },
  };
}
