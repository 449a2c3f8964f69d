import { type Generated, sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

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

/**
 * Adds an index for the limit per person and hour. Removes the rows of bulk changes that were cancelled before they
 * were started.
 */
export const bulkLimitsMigration: Migration = {
  name: "0120_bulk_limits",
  async up(db) {
    await db.schema.createIndex("bulksByStaff").on("bulks").columns(["staffID", "createdAt"]).execute();
    const unused = db
      .selectFrom("bulks")
      .select("bulkID")
      .where("state", "=", "cancelled")
      .where("startedAt", "is", null);
    await db.deleteFrom("bulkRows").where("bulkID", "in", unused).execute();
  },
};

/** Lets each row have its own change. */
export const bulkTargetsMigration: Migration = {
  name: "0280_bulk_targets",
  async up(db) {
    await db.schema.alterTable("bulks").addColumn("undoOf", "text").execute();
    await db.schema.alterTable("bulkRows").addColumn("target", "text").execute();
    await db.schema.alterTable("bulkRows").addColumn("undoOf", "text").execute();
  },
};

export const bulkUndoMigration: Migration = {
  name: "0281_bulks_by_undo",
  index: { name: "bulksByUndo", table: "bulks", columns: ["undoOf"], present: "undoOf" },
};

/**
 * Renames the states of bulk changes and their rows, so that imports and bulk changes use the same words. Also removes
 * the suffix ` own-targets` from environment names. The suffix marked bulk changes whose rows have their own values.
 * Earlier versions cannot read the new states and names, so every console must be stopped first.
 */
export const runWordsMigration: Migration = {
  name: "0400_one_word_for_runs",
  floor: "0400_one_word_for_runs",
  async up(db) {
    await db.schema.alterTable("bulks").renameColumn("canaryPosition", "firstPosition").execute();
    const states = [
      ["ready", "checked"],
      ["canary", "first"],
      ["canary-done", "first-done"],
    ] as const;
    for (const [before, after] of states) {
      await db.updateTable("bulks").set({ state: after }).where("state", "=", before).execute();
      await sql`update "attentionSnoozes" set "cause" = ${`${after} `} || substr("cause", ${before.length + 2})
        where "kind" = 'bulk-waiting' and "cause" like ${`${before} %`}`.execute(db);
    }
    await db.updateTable("bulks").set({ pausedFrom: "first" }).where("pausedFrom", "=", "canary").execute();
    await db.updateTable("bulkRows").set({ state: "ready" }).where("state", "=", "waiting").execute();
    const suffix = " own-targets";
    await sql`update "bulks" set "environment" = replace("environment", ${suffix}, ''), "change" = 'null'
      where "environment" like ${`%${suffix}`}`.execute(db);
  },
};

/** Adds the times for bulk changes whose rows become planned changes. */
export const plannedBulksMigration: Migration = {
  name: "0401_planned_bulks",
  async up(db) {
    await db.schema.alterTable("bulks").addColumn("at", "text").execute();
    await db.schema.alterTable("bulks").addColumn("until", "text").execute();
    await db.schema.alterTable("bulkRows").addColumn("plannedChangeID", "text").execute();
  },
};

export const bulkMigration: Migration = {
  name: "0030_bulk",
  async up(db) {
    await db.schema
      .createTable("bulks")
      .addColumn("bulkID", "text", (column) => column.primaryKey())
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("runStaffID", "text")
      .addColumn("runEmail", "text")
      .addColumn("change", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("pausedFrom", "text")
      .addColumn("reason", "text")
      .addColumn("drift", "text")
      .addColumn("canaryPosition", "integer")
      .addColumn("failuresInRow", "integer", (column) => column.notNull())
      .addColumn("total", "integer", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("checkedAt", "bigint")
      .addColumn("startedAt", "bigint")
      .addColumn("finishedAt", "bigint")
      .addColumn("leaseID", "text")
      .addColumn("leaseUntil", "bigint")
      .execute();
    await db.schema
      .createTable("bulkRows")
      .addColumn("bulkID", "text", (column) => column.notNull().references("bulks.bulkID"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("customerID", "text", (column) => column.notNull())
      .addColumn("companyName", "text", (column) => column.notNull())
      .addColumn("created", "text")
      .addColumn("before", "text")
      .addColumn("after", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("operationID", "text")
      .addColumn("confirmedAt", "bigint")
      .addColumn("settledAt", "bigint")
      .addPrimaryKeyConstraint("bulkRowsKey", ["bulkID", "position"])
      .execute();
    const index = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await index("bulksByCreation", "bulks", ["environment", "createdAt", "bulkID"]);
    await index("bulksByState", "bulks", ["state"]);
    await index("bulkRowsByState", "bulkRows", ["bulkID", "state", "position"]);
    await index("bulkRowsByOutcome", "bulkRows", ["state"]);
  },
};
