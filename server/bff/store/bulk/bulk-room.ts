import type { Transaction } from "kysely";
import { maxBulkRowsAnHour, maxBulksAnHour, maxUnfinishedBulks } from "#lib/contract/operations/bulk.ts";
import { isRunOver, runStates } from "#lib/contract/values/operations/run-states.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/**
 * Whether another bulk change may be stored. `retryAtMs`: the person has made too many bulk changes in the last hour,
 * and may make the next one at this time.
 */
export type BulkRoom = "there-is" | "too-many-unfinished" | { retryAtMs: number };

const unfinished = runStates.filter((state) => !isRunOver(state));

/** Checks whether one more bulk change may be stored. The locks let only one replica check at a time. */
export async function bulkRoomFor(
  on: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  { environment, actor, createdAt: nowMs, total }: StoredBulk,
): Promise<BulkRoom> {
  await acquireAdvisoryLock(on, dialect, `bulks of ${environment}`);
  const { count } = await on
    .selectFrom("bulks")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("environment", "=", environment)
    .where("state", "in", unfinished)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxUnfinishedBulks) return "too-many-unfinished";

  // This lock is always taken after the lock of the environment, so that two transactions cannot deadlock.
  await acquireAdvisoryLock(on, dialect, `bulks by ${actor.staffID}`);
  const own = await on
    .selectFrom("bulks")
    .select(["createdAt", "total"])
    .where("staffID", "=", actor.staffID)
    .where("createdAt", ">", nowMs - hourMs)
    .orderBy("createdAt")
    .execute();
  let bulks = own.length + 1;
  let rows = own.reduce((sum, bulk) => sum + bulk.total, total);
  let retryAtMs = nowMs;
  // Finds the time at which enough bulk changes of the person are older than an hour. The oldest bulk changes reach
  // that age first.
  for (const oldest of own) {
    if (bulks <= maxBulksAnHour && rows <= maxBulkRowsAnHour) break;
    bulks -= 1;
    rows -= oldest.total;
    retryAtMs = oldest.createdAt + hourMs;
  }
  return retryAtMs > nowMs ? { retryAtMs } : "there-is";
}
