import type { Generated } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Bulk changes of contracts. Times are milliseconds since 1970. */
export interface BulksTable {
  bulkID: string;
  environment: string;
  staffID: string;
  /** The person's e-mail address when the bulk change was created. */
  email: string;
  /** The person who last started the changes. Null before the first start. */
  runStaffID: string | null;
  runEmail: string | null;
  /** JSON. `source` and `reason` are JSON too. If each row has its own change, this column has the text `null`. */
  change: string;
  /** The ID of the earlier bulk change that is undone. Null if this is not an undo. */
  undoOf: string | null;
  source: string;
  /**
   * Set if the rows become planned changes: when the planned changes begin and end, as JSON. Null: the contracts are
   * changed immediately.
   */
  at: Generated<string | null>;
  until: Generated<string | null>;
  note: string | null;
  /** The ticket as a person typed it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  state: string;
  /** The state to which a paused bulk change returns when it continues. */
  pausedFrom: string | null;
  reason: string | null;
  drift: string | null;
  firstPosition: number | null;
  failuresInRow: number;
  /** The total number of rows, including rows that were not added yet. */
  total: number;
  createdAt: number;
  checkedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** The ID of the lease under which a process works on the bulk change. `leaseUntil` is the time when it expires. */
  leaseID: string | null;
  leaseUntil: number | null;
}

/** The customers of a bulk change, in the order in which they are changed. */
export interface BulkRowsTable {
  bulkID: string;
  /** The position of the row. The first row has position 1. */
  position: number;
  customerID: string;
  companyName: string;
  /** When the customer was created, in the format of the API. */
  created: string | null;
  /** The row's own change, as JSON. Null if the bulk change has one change for all rows. */
  target: string | null;
  /** The operation that this row undoes. */
  undoOf: string | null;
  /** JSON. `after` is JSON too. */
  before: string | null;
  after: string | null;
  state: string;
  reason: string | null;
  operationID: string | null;
  /** The planned change that the row has become. */
  plannedChangeID: Generated<string | null>;
  confirmedAt: number | null;
  settledAt: number | null;
}

export async function createBulkTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("bulks")
    .addColumn("bulkID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("runStaffID", "text")
    .addColumn("runEmail", "text")
    .addColumn("change", "text", (column) => column.notNull())
    .addColumn("undoOf", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("at", "text")
    .addColumn("until", "text")
    .addColumn("note", "text")
    .addColumn("ticket", "text")
    .addColumn("ticketKey", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("pausedFrom", "text")
    .addColumn("reason", "text")
    .addColumn("drift", "text")
    .addColumn("firstPosition", "integer")
    .addColumn("failuresInRow", "integer", (column) => column.notNull())
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("checkedAt", "bigint")
    .addColumn("startedAt", "bigint")
    .addColumn("finishedAt", "bigint")
    .addColumn("leaseID", "text")
    .addColumn("leaseUntil", "bigint")
    .execute();
  await createIndexes(db, "bulks", {
    bulksByCreation: ["environment", "createdAt", "bulkID"],
    bulksByStaff: ["staffID", "createdAt"],
    bulksByState: ["state"],
    bulksByTicket: { columns: ["ticketKey", "environment", "createdAt", "bulkID"], where: '"ticketKey" is not null' },
    bulksByUndo: { columns: ["undoOf"], where: '"undoOf" is not null' },
  });
  await db.schema
    .createTable("bulkRows")
    .addColumn("bulkID", "text", (column) => column.notNull().references("bulks.bulkID"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("customerID", "text", (column) => column.notNull())
    .addColumn("companyName", "text", (column) => column.notNull())
    .addColumn("created", "text")
    .addColumn("target", "text")
    .addColumn("undoOf", "text")
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("operationID", "text")
    .addColumn("plannedChangeID", "text")
    .addColumn("confirmedAt", "bigint")
    .addColumn("settledAt", "bigint")
    .addPrimaryKeyConstraint("bulkRowsKey", ["bulkID", "position"])
    .execute();
  await createIndexes(db, "bulkRows", {
    bulkRowsByOutcome: ["state"],
    bulkRowsByPlanned: { columns: ["plannedChangeID"], where: '"plannedChangeID" is not null' },
    bulkRowsByState: ["bulkID", "state", "position"],
  });
}
