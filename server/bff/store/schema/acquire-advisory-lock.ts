import { sql, type Transaction } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema.ts";

/**
 * Serialises transactions that name the same thing, on all replicas: what one of them reads after this,
 * no other changes before it ends. On SQLite all transactions are serialised anyway.
 */
export async function acquireAdvisoryLock(on: Transaction<ConsoleSchema>, dialect: DatabaseDialect, thing: string) {
  // The lock ends with the transaction, and so with a process that dies.
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}
