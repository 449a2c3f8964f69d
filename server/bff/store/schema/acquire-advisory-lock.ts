import { sql, type Transaction } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema.ts";

/**
 * Lets transactions that name the same thing come one after the other, on whichever replicas: what one
 * of them sees after this, nobody changes before it ends. On SQLite all of them do so anyway.
 */
export async function acquireAdvisoryLock(on: Transaction<ConsoleSchema>, dialect: DatabaseDialect, thing: string) {
  // The lock goes with the transaction, and so with a process that dies.
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}
