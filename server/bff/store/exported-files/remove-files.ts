import { sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { FileRemoval } from "#lib/contract/values/console/scheduled-exports.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** Removes the stored parts of files, and records why. The facts about the files stay. */
export async function removeFiles(
  on: Transaction<ConsoleSchema>,
  runIDs: readonly string[],
  why: FileRemoval,
  nowMs: number,
): Promise<void> {
  if (runIDs.length === 0) return;
  // A removed file can no longer be sent.
  await on
    .updateTable("exportRuns")
    .set({ removedAt: nowMs, removedWhy: why, storedBytes: 0 })
    .set({ sendState: sql`case when "sendState" = 'waiting' then 'given-up' else "sendState" end` })
    .set({ sentAt: sql`case when "sendState" = 'waiting' then cast(${nowMs} as bigint) else "sentAt" end` })
    .where("runID", "in", runIDs)
    .execute();
  await on.deleteFrom("exportFileParts").where("runID", "in", runIDs).execute();
}

/** Removes all stored files of an environment. Returns their number. */
export async function removeFilesOf(
  on: Transaction<ConsoleSchema>,
  environment: Environment,
  why: FileRemoval,
  nowMs: number,
): Promise<number> {
  const stored = await on
    .selectFrom("exportRuns")
    .select("runID")
    .where("environment", "=", environment)
    .where("state", "=", "done")
    .where("removedAt", "is", null)
    .orderBy("runID")
    .execute();
  await removeFiles(
    on,
    stored.map(({ runID }) => runID),
    why,
    nowMs,
  );
  return stored.length;
}
