import { type Kysely, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ApprovalKind, ApprovalState } from "#lib/contract/values/operations/approval-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { appendOwnNotifications } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { approvalDecided, approvalRequested } from "./approval-notifications.ts";
import { approvalOfRow, type NewApproval, type StoredApproval } from "./approval-rows.ts";

/** A decision about a pending request. */
export interface ApprovalDecision {
  approvalID: string;
  /** The digest that the approver reviewed. The decision is refused if the request now has a different digest. */
  digest: string;
  state: Extract<ApprovalState, "approved" | "rejected" | "withdrawn">;
  by: { staffID: string; email: string };
  reason: string | null;
  isEmergency: boolean;
  /** For a single change: the operation that the decision releases. */
  operationID: string | null;
}

type Subject = Pick<NewApproval, "environment" | "kind" | "subjectID">;

/**
 * Requests for approval. States change by conditional updates, so that only one of two concurrent decisions succeeds.
 */
export function createApprovalStore(db: Kysely<ConsoleSchema>) {
  const openAt = (on: Kysely<ConsoleSchema>, nowMs: number) =>
    on
      .updateTable("approvals")
      .where("state", "=", "waiting" satisfies ApprovalState)
      .where("expiresAt", ">", nowMs);

  /** Like `decide`, but in the transaction of the caller. */
  async function decideIn(
    transaction: Transaction<ConsoleSchema>,
    decision: ApprovalDecision,
    nowMs: number,
    event: NewAuditEvent,
  ): Promise<StoredApproval | null> {
    const { approvalID, digest, state, by, reason, isEmergency, operationID } = decision;
    const row = await openAt(transaction, nowMs)
      .set({
        state,
        decidedStaffID: by.staffID,
        decidedEmail: by.email,
        decidedAt: nowMs,
        decisionReason: reason,
        isEmergency: Number(isEmergency),
        operationID,
      })
      .where("approvalID", "=", approvalID)
      .where("digest", "=", digest)
      .returningAll()
      .executeTakeFirst();
    if (!row) return null;
    const decided = approvalOfRow(row, nowMs);
    appendOwnNotifications(transaction, approvalDecided(decided), nowMs);
    await appendAudit(transaction, event, nowMs);
    return decided;
  }

  const ofSubject = (on: Kysely<ConsoleSchema>, { environment, kind, subjectID }: Subject) =>
    on
      .selectFrom("approvals")
      .selectAll()
      .where("environment", "=", environment)
      .where("kind", "=", kind)
      .where("subjectID", "=", subjectID);

  /**
   * Stores a request. If a request for the same subject is already pending, returns the pending request and stores
   * nothing. `check` gets the pending request. If it throws, nothing is stored.
   */
  async function requestIn(
    transaction: Transaction<ConsoleSchema>,
    approval: NewApproval,
    event: NewAuditEvent,
    check?: (transaction: Transaction<ConsoleSchema>, waiting: StoredApproval) => Promise<void>,
  ): Promise<{ approval: StoredApproval; isNew: boolean }> {
    const { requestedBy, request, why, createdAt, ...plain } = approval;
    const subject = { environment: plain.environment, kind: plain.kind, subjectID: plain.subjectID };
    await transaction
      .updateTable("approvals")
      .set({ state: "expired" satisfies ApprovalState })
      .where("state", "=", "waiting" satisfies ApprovalState)
      .where("environment", "=", subject.environment)
      .where("kind", "=", subject.kind)
      .where("subjectID", "=", subject.subjectID)
      .where("expiresAt", "<=", createdAt)
      .execute();
    const added = await transaction
      .insertInto("approvals")
      .values({
        ...plain,
        ...requestedBy,
        createdAt,
        state: "waiting",
        isEmergency: 0,
        request: JSON.stringify(request),
        why: JSON.stringify(why),
      })
      .onConflict((conflict) =>
        conflict.columns(["environment", "kind", "subjectID"]).where("state", "=", sql.lit("waiting")).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    const row =
      added ?? (await ofSubject(transaction, subject).where("state", "=", "waiting").executeTakeFirstOrThrow());
    const waiting = approvalOfRow(row, createdAt);
    await check?.(transaction, waiting);
    if (added) {
      appendOwnNotifications(transaction, [approvalRequested(waiting)], createdAt);
      await appendAudit(transaction, event, createdAt);
    }
    return { approval: waiting, isNew: added !== undefined };
  }

  return {
    /** Like `requestIn`, in a transaction of its own. */
    request: (
      approval: NewApproval,
      event: NewAuditEvent,
      check?: (transaction: Transaction<ConsoleSchema>, waiting: StoredApproval) => Promise<void>,
    ) => db.transaction().execute((transaction) => requestIn(transaction, approval, event, check)),
    requestIn,
    async find(environment: Environment, approvalID: string, nowMs: number): Promise<StoredApproval | null> {
      const row = await db
        .selectFrom("approvals")
        .selectAll()
        .where("environment", "=", environment)
        .where("approvalID", "=", approvalID)
        .executeTakeFirst();
      return row ? approvalOfRow(row, nowMs) : null;
    },
    /** Pending requests, oldest first. */
    async waiting(environment: Environment, nowMs: number): Promise<StoredApproval[]> {
      const rows = await db
        .selectFrom("approvals")
        .selectAll()
        .where("environment", "=", environment)
        .where("state", "=", "waiting")
        .where("expiresAt", ">", nowMs)
        .orderBy("createdAt")
        .orderBy("approvalID")
        .limit(maxListed)
        .execute();
      return rows.map((row) => approvalOfRow(row, nowMs));
    },
    /** The subjects of this kind that have a pending request. */
    async waitingSubjects(environment: Environment, kind: ApprovalKind, nowMs: number): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("approvals")
        .select("subjectID")
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("state", "=", "waiting")
        .where("expiresAt", ">", nowMs)
        .execute();
      return new Set(rows.map(({ subjectID }) => subjectID));
    },
    /** Emergency approvals since `sinceMs` that no second person has acknowledged. */
    async emergencies(environment: Environment, sinceMs: number, nowMs: number): Promise<StoredApproval[]> {
      const rows = await db
        .selectFrom("approvals")
        .selectAll()
        .where("environment", "=", environment)
        .where("state", "=", "approved")
        .where("isEmergency", "=", 1)
        .where("acknowledgedBy", "is", null)
        .where("createdAt", ">=", sinceMs)
        .orderBy("createdAt")
        .limit(maxListed)
        .execute();
      return rows.map((row) => approvalOfRow(row, nowMs));
    },
    /** The newest request for a subject. Null if the subject has no request. */
    async latestOf(subject: Subject, nowMs: number): Promise<StoredApproval | null> {
      const row = await ofSubject(db, subject).orderBy("createdAt", "desc").orderBy("approvalID").executeTakeFirst();
      return row ? approvalOfRow(row, nowMs) : null;
    },
    decide: (decision: ApprovalDecision, nowMs: number, event: NewAuditEvent): Promise<StoredApproval | null> =>
      db.transaction().execute((transaction) => decideIn(transaction, decision, nowMs, event)),
    decideIn,
    /**
     * Takes back the decision that released an operation, because a freeze or the change limit has stopped the
     * operation before it was sent. False if the request was decided for another operation or has expired.
     */
    reopen: (
      { approvalID, operationID }: { approvalID: string; operationID: string },
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("approvals")
          .set({
            state: "waiting" satisfies ApprovalState,
            decidedStaffID: null,
            decidedEmail: null,
            decidedAt: null,
            decisionReason: null,
            isEmergency: 0,
            operationID: null,
          })
          .where("approvalID", "=", approvalID)
          .where("operationID", "=", operationID)
          .where("expiresAt", ">", nowMs)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /**
     * Records that a second person has acknowledged an emergency approval. False if the request was not approved as an
     * emergency, or if it was already acknowledged.
     */
    acknowledge: (
      approvalID: string,
      by: { staffID: string; email: string },
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("approvals")
          .set({ acknowledgedBy: by.email })
          .where("approvalID", "=", approvalID)
          .where("isEmergency", "=", 1)
          .where("acknowledgedBy", "is", null)
          .where("decidedStaffID", "!=", by.staffID)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
  };
}

const maxListed = 500;
