import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/**
 * SQL for the store's current time, in milliseconds since 1970. Leases are compared with this time, because the clocks
 * of replicas differ. This time is not the start time of the transaction, because the transaction may have waited for a
 * lock since then.
 */
export function storeNow(dialect: DatabaseDialect): RawBuilder<number> {
  return dialect === "postgres"
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** The store's time, in milliseconds since 1970. */
export async function readNow(on: Kysely<ConsoleSchema>, now: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select ${now} as "nowMs"`.execute(on);
  return Number(rows[0]?.nowMs);
}

/** Like {@link storeNow}, but `aheadMs` milliseconds later. Only tests set `aheadMs`. */
export const storeNowAhead = (dialect: DatabaseDialect, aheadMs: (() => number) | undefined): RawBuilder<number> =>
  aheadMs ? sql<number>`(${storeNow(dialect)} + cast(${aheadMs()} as bigint))` : storeNow(dialect);
