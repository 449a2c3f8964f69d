import { type RawBuilder, sql } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/**
 * The time by the store's own clock, in milliseconds since 1970: leases are compared by it, because the
 * clocks of two replicas differ. Not by the beginning of a transaction, which may have waited for a lock.
 */
export function storeNow(dialect: DatabaseDialect): RawBuilder<number> {
  return dialect === "postgres"
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}
