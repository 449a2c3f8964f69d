import { migrations } from "#server/bff/store/migrations.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { describeTables } from "#server/database/catalog.ts";
import { planMigration, readRecords } from "#server/database/migration-records.ts";
import type { Database } from "#server/database/open-database.ts";
import { readRows, readSnapshot } from "#server/database/read-rows.ts";
import { type BackupHeader, createBackupWriter, type RowCounts } from "./backup-file.ts";

/**
 * Tables that a backup does not contain. Migrations and triggers fill some of these tables themselves. The rest would
 * grant access or have no meaning in a restored store, for example sessions, one-time links, limits and running
 * processes. Files of scheduled exports are left out too: they are kept only for days, and they can be made again.
 */
export const leftOut: ReadonlySet<string> = new Set([
  "kysely_migration",
  "schemaFloor",
  "backfills",
  "operationCounts",
  "operationSubjects",
  "exportFileParts",
  "sessions",
  "invitations",
  "usedChallenges",
  "signInAttempts",
  "writeLimits",
  "storeChecks",
  "replicas",
]);

/**
 * Writes a snapshot of the store to a file. The file is complete, or it does not exist. Consoles can read and write in
 * the meantime.
 */
export async function backupStore(
  database: Database<ConsoleSchema>,
  path: string,
  nowMs: number,
): Promise<{ rows: RowCounts; sha256: string; audit: BackupHeader["audit"] }> {
  const { dialect } = database;
  return readSnapshot(database, async (reading) => {
    const { applied, ...records } = await readRecords({ db: reading, dialect });
    // Throws if this version cannot read the store.
    planMigration({ applied, ...records }, migrations);
    const mark = await reading.selectFrom("storePurposes").select("purpose").executeTakeFirst();
    const audit = await reading.selectFrom("auditChain").select(["sequence", "hash"]).executeTakeFirstOrThrow();
    const header = { format: "switchboard-backup", version: 1, madeAt: new Date(nowMs).toISOString() } as const;
    const writer = await createBackupWriter(path, {
      ...header,
      purpose: mark?.purpose ?? null,
      steps: [...applied],
      audit,
    });
    try {
      for (const table of await describeTables({ db: reading, dialect })) {
        if (leftOut.has(table.name)) continue;
        await writer.startTable(table.name, table.columns);
        for await (const rows of readRows({ db: reading, dialect }, table)) await writer.addRows(rows);
      }
      return { ...(await writer.finish()), audit };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  });
}
