import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** This table has one row: how many customers each person or key may change in an hour. */
export interface ChangeLimitPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** Null: no limit. */
  production: number | null;
  sandbox: number | null;
  /** How many times the policy was changed. */
  version: number;
}

/** Requests for more changes in an hour. Times are milliseconds since 1970, by the store's clock. */
export interface ChangeLimitRequestsTable {
  requestID: string;
  environment: string;
  /** The person or key that has reached the limit. */
  staffID: string;
  email: string;
  reason: string;
  askedAt: number;
  /** Null, like the next six columns: nobody has released more. */
  releasedAt: number | null;
  releasedUntil: number | null;
  customers: number | null;
  releasedStaffID: string | null;
  releasedEmail: string | null;
  releaseReason: string | null;
  isEmergency: number | null;
}

export const changeLimitsMigration: Migration = {
  name: "0470_change_limits",
  async up(db, dialect) {
    await db.schema
      .createTable("changeLimitPolicy")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("production", "integer")
      .addColumn("sandbox", "integer")
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await db.insertInto("changeLimitPolicy").values({ only: 1, production: null, sandbox: null, version: 0 }).execute();
    await db.schema
      .createTable("changeLimitRequests")
      .addColumn("requestID", "text", (column) => column.primaryKey())
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("askedAt", "bigint", (column) => column.notNull())
      .addColumn("releasedAt", "bigint")
      .addColumn("releasedUntil", "bigint")
      .addColumn("customers", "integer")
      .addColumn("releasedStaffID", "text")
      .addColumn("releasedEmail", "text")
      .addColumn("releaseReason", "text")
      .addColumn("isEmergency", "integer")
      .execute();
    await db.schema
      .createIndex("changeLimitRequestsByPerson")
      .on("changeLimitRequests")
      .columns(["environment", "staffID"])
      .execute();
    // When the write was marked as sent, by the store's clock. Null for writes that do not count.
    await db.schema.alterTable("operations").addColumn("countedAt", "bigint").execute();
    if (dialect === "sqlite") return;
    for (const table of ["changeLimitPolicy", "changeLimitRequests"]) {
      await sql`create trigger announce_written after insert or update or delete on ${sql.table(table)}
        for each row execute function announce_written()`.execute(db);
    }
  },
};

export const operationsByCountedMigration: Migration = {
  name: "0471_operations_by_counted",
  index: {
    name: "operationsByCounted",
    table: "operations",
    columns: ["environment", "staffID", "countedAt"],
    present: "countedAt",
  },
};
