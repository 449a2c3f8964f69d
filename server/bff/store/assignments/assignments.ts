import type { Kysely, Selectable } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ItemKey } from "#server/bff/store/attention/snoozes.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import {
  type AnyOwnNotification,
  appendOwnNotifications,
} from "#server/bff/store/own-notifications/append-own-notifications.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import { parseAccess } from "#server/bff/store/schema/parse-access.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { AssignmentsTable } from "#server/bff/store/schema/tables/assignment-tables.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The `kind` of the assignment of a customer. Assignments of items have the kind of the item. */
export const customerKind = "customer";

/** How long an assignment lasts after its last change, in milliseconds. */
export const assignmentLastsMs = 30 * 24 * 60 * 60_000;

interface StoredPerson {
  staffID: string;
  email: string;
}

export interface StoredHandover {
  by: StoredPerson;
  at: number;
  note: string;
  ticket: string | null;
  filters: string | null;
  draftKey: string | null;
}

/** Who works on an item or a customer. Times are in milliseconds since 1970. */
export interface StoredAssignment extends ItemKey {
  /** The customer's ID as it was sent. Null for an item. */
  customerID: string | null;
  /**
   * Null: it was handed over to the next shift, or the assigned person is disabled or may not use the environment any
   * more. Such an assignment goes back to all.
   */
  assignee: StoredPerson | null;
  at: number;
  handover: StoredHandover | null;
}

/** A new assignment. Without a new hand-over, the last hand-over is kept. */
export interface NewAssignment extends ItemKey {
  customerID: string | null;
  assignee: StoredPerson | null;
  at: number;
  handover: (StoredHandover & { draft: string | null }) | null;
}

/**
 * The result of a change, and the assignment afterwards. If `isChanged` is false, nothing was changed, because another
 * person is assigned than the sender saw.
 */
export interface AssignmentChange {
  isChanged: boolean;
  assignment: StoredAssignment | null;
}

type Row = Selectable<AssignmentsTable> & {
  environments: string | null;
  role: string | null;
  disabledAt: number | null;
};

function assignmentOf(row: Row, environment: Environment): StoredAssignment {
  const { kind, itemID, customerID, staffID, email, assignedAt, note, handedOverAt, fromStaffID, fromEmail } = row;
  const { role, environments, disabledAt } = row;
  const isActive =
    role !== null &&
    environments !== null &&
    disabledAt === null &&
    parseAccess({ role, environments }).environments.includes(environment);
  const isHandedOver = note !== null && handedOverAt !== null && fromStaffID !== null && fromEmail !== null;
  return {
    environment,
    kind,
    itemID,
    customerID,
    assignee: staffID !== null && email !== null && isActive ? { staffID, email } : null,
    at: assignedAt,
    handover: isHandedOver
      ? {
          by: { staffID: fromStaffID, email: fromEmail },
          at: handedOverAt,
          note,
          ticket: row.ticket,
          filters: row.filters,
          draftKey: row.draftKey,
        }
      : null,
  };
}

/** True if somebody is assigned, or if it was handed over. Otherwise the assignment is not needed any more. */
const isOpen = ({ assignee, handover }: StoredAssignment) => assignee !== null || handover !== null;

/** The maximum number of items per SQL statement. */
const itemsAtOnce = 400;

/** The store of assignments (decision 0079). Database errors are passed on unchanged. */
export function createAssignmentStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const read = (on: Kysely<ConsoleSchema>, environment: Environment) =>
    on
      .selectFrom("assignments")
      .leftJoin("staff", "staff.staffID", "assignments.staffID")
      .selectAll("assignments")
      .select(["staff.role", "staff.environments", "staff.disabledAt"])
      .where("assignments.environment", "=", environment);

  async function find(on: Kysely<ConsoleSchema>, key: ItemKey): Promise<StoredAssignment | null> {
    const row = await read(on, key.environment)
      .where("assignments.kind", "=", key.kind)
      .where("assignments.itemID", "=", key.itemID)
      .executeTakeFirst();
    const assignment = row && assignmentOf(row, key.environment);
    return assignment && isOpen(assignment) ? assignment : null;
  }

  return {
    /** The assignment of an item or a customer. Null: nobody is assigned, and nothing is handed over. */
    find: (key: ItemKey): Promise<StoredAssignment | null> => find(db, key),
    /** The assignments with these item IDs, of any kind. */
    async of(environment: Environment, itemIDs: readonly string[]): Promise<StoredAssignment[]> {
      const assignments: StoredAssignment[] = [];
      for (let at = 0; at < itemIDs.length; at += itemsAtOnce) {
        const rows = await read(db, environment)
          .where("assignments.itemID", "in", itemIDs.slice(at, at + itemsAtOnce))
          .execute();
        assignments.push(...rows.map((row) => assignmentOf(row, environment)).filter(isOpen));
      }
      return assignments;
    },
    /** The customers that were handed over, newest first. */
    async handedOver(environment: Environment, limit: number): Promise<StoredAssignment[]> {
      const rows = await read(db, environment)
        .where("assignments.kind", "=", customerKind)
        .where("assignments.note", "is not", null)
        .orderBy("assignments.handedOverAt", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => assignmentOf(row, environment));
    },
    /**
     * Assigns an item or a customer if `expected` is still its assignee. The event is recorded in the audit log in the
     * same transaction, and `notifications` are added.
     */
    put: (
      assignment: NewAssignment,
      expected: string | null,
      eventOf: (before: StoredAssignment | null) => NewAuditEvent,
      notifications: readonly AnyOwnNotification[] = [],
    ): Promise<AssignmentChange> =>
      db.transaction().execute(async (transaction) => {
        const { environment, kind, itemID, customerID, assignee, at, handover } = assignment;
        await acquireAdvisoryLock(transaction, dialect, `assignments of ${environment}`);
        const before = await find(transaction, assignment);
        if ((before?.assignee?.staffID ?? null) !== expected) return { isChanged: false, assignment: before };
        const values = {
          customerID,
          staffID: assignee?.staffID ?? null,
          email: assignee?.email ?? null,
          assignedAt: at,
          ...(handover && {
            fromStaffID: handover.by.staffID,
            fromEmail: handover.by.email,
            handedOverAt: handover.at,
            note: handover.note,
            ticket: handover.ticket,
            filters: handover.filters,
            draftKey: handover.draftKey,
            draft: handover.draft,
          }),
        };
        await transaction
          .insertInto("assignments")
          .values({ environment, kind, itemID, ...noHandover, ...values })
          .onConflict((conflict) => conflict.columns(["environment", "kind", "itemID"]).doUpdateSet(values))
          .execute();
        appendOwnNotifications(transaction, notifications, at);
        await appendAudit(transaction, eventOf(before), at);
        return { isChanged: true, assignment: await find(transaction, assignment) };
      }),
    /**
     * Ends an assignment with its hand-over if `expected` is still its assignee. Null if there is none. The event is
     * recorded in the audit log in the same transaction.
     */
    end: (
      key: ItemKey,
      expected: string | null,
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<AssignmentChange | null> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `assignments of ${key.environment}`);
        const before = await find(transaction, key);
        if (!before) return null;
        if ((before.assignee?.staffID ?? null) !== expected) return { isChanged: false, assignment: before };
        await transaction
          .deleteFrom("assignments")
          .where("environment", "=", key.environment)
          .where("kind", "=", key.kind)
          .where("itemID", "=", key.itemID)
          .execute();
        await appendAudit(transaction, event, nowMs);
        return { isChanged: true, assignment: null };
      }),
    /** The draft of a hand-over. Null if the hand-over has no draft. */
    async draftOf({ environment, kind, itemID }: ItemKey): Promise<string | null> {
      const row = await db
        .selectFrom("assignments")
        .select("draft")
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("itemID", "=", itemID)
        .executeTakeFirst();
      return row?.draft ?? null;
    },
    /** Removes assignments that have not changed for `assignmentLastsMs`. Returns the number of removed assignments. */
    async removeExpired(nowMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("assignments")
        .where("assignedAt", "<=", nowMs - assignmentLastsMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const noHandover = {
  fromStaffID: null,
  fromEmail: null,
  handedOverAt: null,
  note: null,
  ticket: null,
  filters: null,
  draftKey: null,
  draft: null,
};
