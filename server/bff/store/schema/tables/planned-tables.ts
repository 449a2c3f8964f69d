import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

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

export async function createPlannedTables(db: AnyKysely): Promise<void> {
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
    .addColumn("approvalID", "text")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("responsibleStaffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("responsibleEmail", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("sortAt", "bigint", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addColumn("finishedAt", "bigint")
    .execute();
  await createIndexes(db, "plannedChanges", {
    plannedByApprovalID: ["approvalID"],
    plannedByCreation: ["environment", "createdAt"],
    plannedByCustomer: ["environment", "customerKey", "createdAt"],
    plannedByResponsible: ["responsibleStaffID", "finishedAt"],
    plannedByTicket: ["ticketKey", "environment"],
    plannedByTime: ["environment", "sortAt"],
    plannedOpenByCustomer: { columns: ["environment", "customerKey"], isUnique: true, where: '"finishedAt" is null' },
  });
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
  await createIndexes(db, "plannedSteps", {
    plannedStepsByDue: ["state", "dueAt"],
  });
  await db.schema
    .createTable("plannedAttempts")
    .addColumn("operationID", "text", (column) => column.primaryKey())
    .addColumn("stepID", "text", (column) => column.notNull())
    .addColumn("plannedChangeID", "text", (column) => column.notNull())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("sentAt", "bigint")
    .execute();
  await createIndexes(db, "plannedAttempts", {
    plannedAttemptsByChange: ["plannedChangeID"],
    plannedSentOnce: { columns: ["stepID"], isUnique: true, where: '"sentAt" is not null' },
  });
}
