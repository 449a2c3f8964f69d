import { type Kysely, sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** Planned changes of contracts. Times are milliseconds since 1970. */
export interface PlannedChangesTable {
  plannedChangeID: string;
  environment: string;
  customerID: string;
  /** The customer's ID, normalised. Each customer of an environment has at most one open planned change. */
  customerKey: string;
  companyName: string;
  /** JSON of everything that a person decided: the change, its times, the reason, and the reviewed contract. */
  content: string;
  /** The ticket in `content`, normalised with `ticketKeyOf`. */
  ticketKey: string | null;
  state: string;
  /** JSON, as is `approval`. */
  stateReason: string | null;
  approval: string | null;
  /**
   * The requester and the responsible person, whose permission counts at run time, each with the address at that time.
   */
  staffID: string;
  email: string;
  responsibleStaffID: string;
  responsibleEmail: string;
  /** SHA-256 of the decision, in hexadecimal. An approval refers to it. */
  digest: string;
  version: number;
  /** The sort key of lists: when the first open step is due, or when the last one was. */
  sortAt: number;
  /** When the wait for approval ends. Null if no approval is pending. */
  approvalExpiresAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** When the planned change was finished. Null while it is open. */
  finishedAt: number | null;
}

export interface PlannedStepsTable {
  stepID: string;
  plannedChangeID: string;
  environment: string;
  /** Its position in the order, from 1. */
  position: number;
  kind: string;
  /** JSON, as are `reviewed`, `original`, `found` and `reason`. */
  change: string;
  /** For a revert: the position of the step that it reverts. */
  revertOf: number | null;
  local: string;
  zone: string;
  utcOffset: string;
  dueAt: number;
  notAfter: number;
  /** After an attempt that sent nothing: when the next attempt may begin. */
  retryAt: number | null;
  state: string;
  /** 1 if the step does not wait for another step. */
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
