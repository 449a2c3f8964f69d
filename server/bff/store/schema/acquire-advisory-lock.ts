import { sql, type Transaction } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema.ts";

/**
 * Makes transactions that lock the same name run one after the other, on all replicas. While one of these transactions
 * runs, the other transactions wait. So they cannot change what it reads. On SQLite, transactions always run one after
 * the other.
 */
export async function acquireAdvisoryLock(on: Transaction<ConsoleSchema>, dialect: DatabaseDialect, thing: string) {
  // The lock ends with the transaction. So it also ends when the process dies.
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}
