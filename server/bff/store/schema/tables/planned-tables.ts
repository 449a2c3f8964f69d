import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** Planned changes of contracts. Times are milliseconds since 1970. */
export interface PlannedChangesTable {
  plannedChangeID: string;
  environment: string;
  customerID: string;
  /** The customer's ID, normalised with `idKey`. A customer has at most one open planned change in an environment. */
  customerKey: string;
  companyName: string;
  /** Everything that a person has decided, as JSON: the change, its times, the reason and the reviewed contract. */
  content: string;
  /** The normalised form of the ticket in `content` (`ticketKeyOf`). */
  ticketKey: string | null;
  state: string;
  /** The reason for the state, as JSON. */
  stateReason: string | null;
  /**
   * The planned change's own approval request, or the request of the bulk change that created it. Null if no approval
   * is needed.
   */
  approvalID: string | null;
  /**
   * The person who requested the planned change. `email` and `responsibleEmail` are the addresses at the time of the
   * decision.
   */
  staffID: string;
  email: string;
  /** The responsible person. When a step is due, this person must still have the permission. */
  responsibleStaffID: string;
  responsibleEmail: string;
  /** SHA-256 of the decision, in hexadecimal. An approval is valid only for one digest. */
  digest: string;
  version: number;
  /** The sort key of lists: when the first open step is due. If no step is open, when the last step was due. */
  sortAt: number;
  createdAt: number;
  updatedAt: number;
  /** When the planned change ended. Null while it is open. */
  finishedAt: number | null;
}

export interface PlannedStepsTable {
  stepID: string;
  plannedChangeID: string;
  environment: string;
  /** The position of the step in the order of execution. The first step has position 1. */
  position: number;
  kind: string;
  /** JSON. `reviewed`, `original`, `found` and `reason` are JSON too. */
  change: string;
  /** For a revert: the position of the apply step that it reverts. */
  revertOf: number | null;
  local: string;
  zone: string;
  utcOffset: string;
  dueAt: number;
  notAfter: number;
  /** The time from which the next attempt may begin. Set after an attempt that sent nothing. */
  retryAt: number | null;
  state: string;
  /** 1 if the step need not wait for an earlier step. */
  isReady: number;
  attempt: number;
  reviewed: string | null;
  original: string | null;
  found: string | null;
  reason: string | null;
  operationID: string | null;
}

/** The operations of steps, one for each attempt. */
export interface PlannedAttemptsTable {
  operationID: string;
  stepID: string;
  plannedChangeID: string;
  startedAt: number;
  /** When the operation was marked as sent. At most one attempt of a step is ever marked. */
  sentAt: number | null;
}

/** Environments whose planned changes are frozen. */
export interface PlannedHoldsTable {
  environment: string;
  staffID: string;
  email: string;
  reason: string | null;
  heldAt: number;
}

interface OlderApproval {
  digest: string;
  state: string;
  expiresAt: number;
  decidedBy?: { staffID: string; email: string };
  decidedAt?: number;
  reason?: string;
}

/**
 * Moves the approvals of planned changes to the table of all approval requests. Earlier versions read approvals from
 * the table of planned changes, so every console must be stopped first.
 */
export const plannedApprovalsMigration: Migration = {
  name: "0410_planned_approvals",
  floor: "0410_planned_approvals",
  async up(db) {
    await db.schema.alterTable("plannedChanges").addColumn("approvalID", "text").execute();
    const rows = await db.selectFrom("plannedChanges").selectAll().where("approval", "is not", null).execute();
    for (const row of rows) {
      const { plannedChangeID, environment, customerID, companyName, updatedAt } = row;
      const { digest, state, expiresAt, decidedBy, decidedAt, reason }: OlderApproval = JSON.parse(row.approval);
      const { change, second, at, until, expected, ...given } = JSON.parse(row.content);
      const shown = ({ atMs, ...time }: { atMs: number }) => ({ at: new Date(atMs).toISOString(), ...time });
      const request = {
        title: companyName || customerID,
        rows: 1,
        customerID,
        href: `/${environment}/planned/${encodeURIComponent(plannedChangeID)}`,
        change,
        ...(second && { second }),
        at: shown(at),
        ...(until && { until: shown(until) }),
        expected,
      };
      const approvalID = randomUUID();
      await db
        .insertInto("approvals")
        .values({
          approvalID,
          environment,
          kind: "planned",
          subjectID: plannedChangeID,
          state,
          digest,
          request: JSON.stringify(request),
          why: JSON.stringify(["planned-changes"]),
          ticket: given.ticket,
          reason: given.reason,
          staffID: row.responsibleStaffID,
          email: row.responsibleEmail,
          createdAt: decidedAt ?? updatedAt,
          expiresAt,
          decidedStaffID: decidedBy?.staffID ?? null,
          decidedEmail: decidedBy?.email ?? null,
          decidedAt: decidedAt ?? null,
          decisionReason: reason ?? null,
          isEmergency: 0,
        })
        .execute();
      await db
        .updateTable("plannedChanges")
        .set({ approvalID })
        .where("plannedChangeID", "=", plannedChangeID)
        .execute();
    }
    await db.schema.dropIndex("plannedByApproval").execute();
    await db.schema.alterTable("plannedChanges").dropColumn("approval").execute();
    await db.schema.alterTable("plannedChanges").dropColumn("approvalExpiresAt").execute();
    await db.schema.createIndex("plannedByApprovalID").on("plannedChanges").column("approvalID").execute();
    await db.schema.createIndex("approvalsByDecider").on("approvals").column("decidedStaffID").execute();
  },
};

export const plannedMigration: Migration = {
  name: "0260_planned_changes",
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("plannedChanges")
      .addColumn("plannedChangeID", "text", (column) => column.primaryKey())
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("customerID", "text", (column) => column.notNull())
      .addColumn("customerKey", "text", (column) => column.notNull())
      .addColumn("companyName", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("ticketKey", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("stateReason", "text")
      .addColumn("approval", "text")
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("responsibleStaffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("responsibleEmail", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("sortAt", "bigint", (column) => column.notNull())
      .addColumn("approvalExpiresAt", "bigint")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("updatedAt", "bigint", (column) => column.notNull())
      .addColumn("finishedAt", "bigint")
      .execute();
    await db.schema
      .createTable("plannedSteps")
      .addColumn("stepID", "text", (column) => column.primaryKey())
      .addColumn("plannedChangeID", "text", (column) => column.notNull().references("plannedChanges.plannedChangeID"))
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("change", "text", (column) => column.notNull())
      .addColumn("revertOf", "integer")
      .addColumn("local", "text", (column) => column.notNull())
      .addColumn("zone", "text", (column) => column.notNull())
      .addColumn("utcOffset", "text", (column) => column.notNull())
      .addColumn("dueAt", "bigint", (column) => column.notNull())
      .addColumn("notAfter", "bigint", (column) => column.notNull())
      .addColumn("retryAt", "bigint")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("isReady", "integer", (column) => column.notNull())
      .addColumn("attempt", "integer", (column) => column.notNull())
      .addColumn("reviewed", "text")
      .addColumn("original", "text")
      .addColumn("found", "text")
      .addColumn("reason", "text")
      .addColumn("operationID", "text", (column) => column.unique())
      .addUniqueConstraint("plannedStepsByPlace", ["plannedChangeID", "position"])
      .execute();
    await db.schema
      .createTable("plannedAttempts")
      .addColumn("operationID", "text", (column) => column.primaryKey())
      .addColumn("stepID", "text", (column) => column.notNull())
      .addColumn("plannedChangeID", "text", (column) => column.notNull())
      .addColumn("startedAt", "bigint", (column) => column.notNull())
      .addColumn("sentAt", "bigint")
      .execute();
    await db.schema
      .createTable("plannedHolds")
      .addColumn("environment", "text", (column) => column.primaryKey())
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("heldAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("plannedOpenByCustomer")
      .unique()
      .on("plannedChanges")
      .columns(["environment", "customerKey"])
      .where(sql.ref("finishedAt"), "is", null)
      .execute();
    await db.schema
      .createIndex("plannedSentOnce")
      .unique()
      .on("plannedAttempts")
      .column("stepID")
      .where(sql.ref("sentAt"), "is not", null)
      .execute();
    const index = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await index("plannedByCreation", "plannedChanges", ["environment", "createdAt"]);
    await index("plannedByTime", "plannedChanges", ["environment", "sortAt"]);
    await index("plannedByResponsible", "plannedChanges", ["responsibleStaffID", "finishedAt"]);
    await index("plannedByCustomer", "plannedChanges", ["environment", "customerKey", "createdAt"]);
    await index("plannedByTicket", "plannedChanges", ["ticketKey", "environment"]);
    await index("plannedByApproval", "plannedChanges", ["approvalExpiresAt"]);
    await index("plannedStepsByDue", "plannedSteps", ["state", "dueAt"]);
    await index("plannedAttemptsByChange", "plannedAttempts", ["plannedChangeID"]);
  },
};
