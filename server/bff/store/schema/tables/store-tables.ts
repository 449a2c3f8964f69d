import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** This table has one row. The first console that opens the store writes it. */
export interface StorePurposesTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  purpose: string;
}

/** Rows that are inserted to test whether the store is writable. They are deleted immediately. */
export interface StoreChecksTable {
  checkID: string;
  filler: string;
}

export async function createStoreTables(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  await db.schema
    .createTable("storePurposes")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("storeChecks")
    .addColumn("checkID", "text", (column) => column.primaryKey())
    .addColumn("filler", "text", (column) => column.notNull())
    .execute();
  if (dialect === "sqlite") return;
  // The library rate-limiter-flexible defines the columns of these two tables, and uses the tables only on PostgreSQL. On
  // SQLite, the limits are kept in memory.
  for (const name of ["signInAttempts", "writeLimits"]) {
    await db.schema
      .createTable(name)
      .addColumn("key", "varchar(255)", (column) => column.primaryKey())
      .addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("expire", "bigint")
      .execute();
  }
}
