import type { Transaction } from "kysely";
import {
  type ImportState,
  importStates,
  isImportOver,
  maxUnfinishedImports,
} from "#lib/contract/values/operations/import-states.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { importOfRow, type StoredImport } from "./import-rows.ts";

/** Why an import may not be kept: the person has enough unfinished ones, or the same file was imported before. */
export type ImportRoom = "there-is" | "too-many-unfinished" | { same: StoredImport };

const unfinished = importStates.filter((state) => !isImportOver(state));

/** Checks whether one more import may be kept, also against other replicas that keep one at the same time. */
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
    // One that was cancelled before anything was sent has done nothing.
    .where((it) => it.or([it("state", "!=", "cancelled" satisfies ImportState), it("startedAt", "is not", null)]))
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  if (same) return { same: importOfRow(same) };
  // Always after the environment's, so that no two wait for each other.
  await acquireAdvisoryLock(on, dialect, `imports by ${actor.staffID}`);
  const { count } = await on
    .selectFrom("imports")
    .select((it) => it.fn.countAll<number>().as("count"))
    .where("staffID", "=", actor.staffID)
    .where("state", "in", unfinished)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxUnfinishedImports ? "too-many-unfinished" : "there-is";
}

/** The import of the environment that has begun to create customers and is not over, besides this one. */
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
