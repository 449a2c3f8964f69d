import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";
import { customerMigrations } from "./customer-migrations.ts";
import { resourceMigrations } from "./resource-migrations.ts";

/**
 * One index for each sort key. Each index serves ascending and descending order, because the tie-breaker is sorted in
 * the same direction as the key. `created` comes last, so that the database can check the window without reading the
 * row. Customers that are not deleted have separate indexes, because nearly every list excludes deleted customers.
 */
const listIndexes = [
  ["customers_by_created", "environment, created, customer_id"],
  ["customers_by_name", "environment, name_key, customer_id, created"],
  ["customers_by_users", "environment, users_count, customer_id, created"],
] as const;

/** The migrations of the service's store. A migration is never edited after its release. */
export const migrations: readonly Migration[] = [
  {
    name: "0001_customers",
    async up(db, dialect) {
      // SQLite compares text by bytes. PostgreSQL does the same only with the collation "C"; without it, PostgreSQL
      // uses the server's language.
      const text = sql.raw(dialect === "postgres" ? 'text COLLATE "C"' : "text");
      await sql`
        CREATE TABLE customers (
          environment ${text} NOT NULL,
          customer_id ${text} NOT NULL,
          company_name ${text} NOT NULL,
          name_key ${text} NOT NULL,
          users_count bigint NOT NULL,
          created bigint NOT NULL,
          deleted_at bigint,
          plan ${text} NOT NULL,
          term ${text} NOT NULL,
          admin_email ${text},
          search ${text} NOT NULL,
          seeded smallint NOT NULL,
          PRIMARY KEY (environment, customer_id)
        )`.execute(db);
      for (const [name, columns] of listIndexes) {
        const list = sql.raw(columns);
        await sql`CREATE INDEX ${sql.ref(name)} ON customers (${list})`.execute(db);
        await sql`CREATE INDEX ${sql.ref(`${name}_live`)} ON customers (${list}) WHERE deleted_at IS NULL`.execute(db);
      }
      await sql`CREATE TABLE seeds (environment ${text} PRIMARY KEY, anchor bigint NOT NULL)`.execute(db);
    },
  },
  ...customerMigrations,
  ...resourceMigrations,
];
