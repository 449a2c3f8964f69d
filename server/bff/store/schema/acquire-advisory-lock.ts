import { sql, type Transaction } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema.ts";

/**
 * Takes a lock that all replicas share. Transactions that lock the same name run one after the other, so no transaction
 * changes what another transaction is reading. On SQLite, transactions always run one after the other.
 */
export async function acquireAdvisoryLock(on: Transaction<ConsoleSchema>, dialect: DatabaseDialect, thing: string) {
  // The lock ends with the transaction, even if the process dies.
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}
