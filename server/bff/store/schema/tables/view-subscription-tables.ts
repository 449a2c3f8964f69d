import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** People's subscriptions to views. Times are milliseconds since 1970. */
export interface ViewSubscriptionsTable {
  environment: string;
  viewID: string;
  staffID: string;
  /**
   * The filters of the last complete evaluation. If the view has other filters, the next evaluation counts as the
   * first.
   */
  query: string | null;
  /** Grows with each claim, so that only the newest claim of an evaluation can store its result. */
  version: number;
  /** When the view is evaluated next. */
  dueAt: number;
  createdAt: number;
  /** When the last complete evaluation began. Null: the next one is the first, which adds no notifications. */
  evaluatedAt: number | null;
  /** Why the last evaluation was not complete, as a sentence, and when. Null if it was complete. */
  problem: string | null;
  problemAt: number | null;
}

/** The customers that were in the view at its last complete evaluation, normalised with `idKey`. */
export interface ViewMembersTable {
  environment: string;
  viewID: string;
  staffID: string;
  customerKey: string;
}

/**
 * When the API may be read next to evaluate views, for each environment. Used only if the console does not store known
 * customers. While a replica reads, `nextAt` is the end of its claim.
 */
export interface ViewReadsTable {
  environment: string;
  /** Milliseconds since 1970. */
  nextAt: number;
}

export const viewReadsMigration: Migration = {
  name: "0476_view_reads",
  async up(db) {
    await db.schema
      .createTable("viewReads")
      .addColumn("environment", "text", (column) => column.primaryKey())
      .addColumn("nextAt", "bigint", (column) => column.notNull())
      .execute();
  },
};

export const viewSubscriptionsMigration: Migration = {
  name: "0464_view_subscriptions",
  async up(db, dialect) {
    await db.schema
      .createTable("viewSubscriptions")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("viewID", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("query", "text")
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("dueAt", "bigint", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("evaluatedAt", "bigint")
      .addColumn("problem", "text")
      .addColumn("problemAt", "bigint")
      .addPrimaryKeyConstraint("viewSubscriptionsKey", ["staffID", "environment", "viewID"])
      .execute();
    await db.schema.createIndex("viewSubscriptionsByDue").on("viewSubscriptions").column("dueAt").execute();
    await db.schema
      .createTable("viewMembers")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("viewID", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("customerKey", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("viewMembersKey", ["staffID", "environment", "viewID", "customerKey"])
      .execute();
    await db.schema
      .createIndex("viewMembersByCustomer")
      .on("viewMembers")
      .columns(["environment", "customerKey"])
      .execute();
    if (dialect === "sqlite") return;
    // Updates are not announced, because every evaluation updates its row.
    await sql`create trigger announce_written after insert or delete on ${sql.table("viewSubscriptions")}
      for each row execute function announce_written()`.execute(db);
  },
};
