import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

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

export async function createChangeLimitTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("changeLimitPolicy")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("production", "integer")
    .addColumn("sandbox", "integer")
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.insertInto("changeLimitPolicy").values({ only: 1, version: 0 }).execute();
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
  await createIndexes(db, "changeLimitRequests", {
    changeLimitRequestsByPerson: ["environment", "staffID"],
  });
}
