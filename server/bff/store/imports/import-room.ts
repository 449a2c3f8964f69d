import type { Transaction } from "kysely";
import { type ImportState, importStates, maxUnfinishedImports } from "#lib/contract/values/operations/import-states.ts";
import { isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { importOfRow, type StoredImport } from "./import-rows.ts";

/** Whether an import may be stored. `same`: the same file was already imported. */
export type ImportRoom = "there-is" | "too-many-unfinished" | { same: StoredImport };

const unfinished = importStates.filter((state) => !isRunOver(state));

/** Checks whether one more import may be stored. The locks let only one replica check at a time. */
export async function importRoomFor(
  on: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  { environment, fileHash, actor }: StoredImport,
): Promise<ImportRoom> {
  await acquireAdvisoryLock(on, dialect, `imports of ${environment}`);
  const same = await on
    .selectFrom("imports")
    .selectAll()
    .where("environment", "=", environment)
    .where("fileHash", "=", fileHash)
    // An import that was cancelled before it sent anything does not count as an import of the same file.
    .where((builder) =>
      builder.or([builder("state", "!=", "cancelled" satisfies ImportState), builder("startedAt", "is not", null)]),
    )
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  if (same) return { same: importOfRow(same) };
  // This lock is always taken after the lock of the environment, so that two transactions cannot deadlock.
  await acquireAdvisoryLock(on, dialect, `imports by ${actor.staffID}`);
  const { count } = await on
    .selectFrom("imports")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("staffID", "=", actor.staffID)
    .where("state", "in", unfinished)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxUnfinishedImports ? "too-many-unfinished" : "there-is";
}

/** Finds a different import of the environment that has started to create customers and is unfinished. */
export async function startedImport(
  on: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  { environment, importID }: Pick<StoredImport, "environment" | "importID">,
): Promise<StoredImport | undefined> {
  await acquireAdvisoryLock(on, dialect, `imports of ${environment}`);
  const row = await on
    .selectFrom("imports")
    .selectAll()
    .where("environment", "=", environment)
    .where("importID", "!=", importID)
    .where("startedAt", "is not", null)
    .where("state", "in", unfinished)
    .limit(1)
    .executeTakeFirst();
  return row && importOfRow(row);
}
