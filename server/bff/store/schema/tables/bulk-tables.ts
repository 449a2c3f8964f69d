import { type Generated, sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** Bulk changes of contracts. Times are milliseconds since 1970. */
export interface BulksTable {
  bulkID: string;
  environment: string;
  staffID: string;
  /** The person's address at that time. */
  email: string;
  /** The person who last started the changes. Null before the first start. */
  runStaffID: string | null;
  runEmail: string | null;
  /** JSON. `source` and `reason` are JSON too. JSON's null if each row has its own change. */
  change: string;
  /** The ID of the earlier bulk change that is undone. Null if this is not an undo. */
  undoOf: string | null;
  source: string;
  /**
   * If the rows become planned changes: JSON of the times when these begin and end. Null: the contracts are changed
   * immediately.
   */
  at: Generated<string | null>;
  until: Generated<string | null>;
  note: string | null;
  /** The ticket as a person wrote it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  state: string;
  /** The state in which a paused bulk change continues. */
  pausedFrom: string | null;
  reason: string | null;
  drift: string | null;
  firstPosition: number | null;
  failuresInRow: number;
  /** The number of rows, including rows that are not added yet. */
  total: number;
  createdAt: number;
  checkedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** The ID of the lease of the run that works on the bulk change. `leaseUntil` is when it expires. */
  leaseID: string | null;
  leaseUntil: number | null;
}

/** The customers of a bulk change, in the stored order. */
export interface BulkRowsTable {
  bulkID: string;
  /** The position of the row, from 1. */
  position: number;
  customerID: string;
  companyName: string;
  /** When the customer was created, in the API's format. */
  created: string | null;
  /** JSON of the row's own change. Null if the bulk change has one change for all rows. */
  target: string | null;
  /** The operation that this row undoes. */
  undoOf: string | null;
  /** JSON, as is `after`. */
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

/** Adds an index for the hourly limit of each person. Removes lists that were never started. */
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

/** Adds rows with their own values. */
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
 * Renames the states of bulk changes and of their rows to the words of imports. Removes the suffix ` own-targets` from
 * environment names. It marked bulk changes whose rows have their own values. Earlier versions cannot read the new
 * states and names, so every console must be stopped first.
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

/** Adds the times of bulk changes whose rows become planned changes. */
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
