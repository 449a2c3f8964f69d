import { sql, type Transaction } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema.ts";

/**
 * Serialises transactions that lock the same name, on all replicas. While one of them runs, the others wait, so they
 * cannot change what it reads. On SQLite all transactions are serialised anyway.
 */
export async function acquireAdvisoryLock(on: Transaction<ConsoleSchema>, dialect: DatabaseDialect, thing: string) {
  // The lock ends with the transaction. So it also ends when the process dies.
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}
