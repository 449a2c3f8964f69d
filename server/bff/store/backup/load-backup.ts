import type { AuditKeys } from "#server/bff/store/audit/audit-keys.ts";
import { type AuditVerification, verifyAudit } from "#server/bff/store/audit/verify-audit.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { describeTables, type TableDescription } from "#server/database/catalog.ts";
import { migrate } from "#server/database/migrate.ts";
import type { Database } from "#server/database/open-database.ts";
import { DatabaseOpenError } from "#server/database/open-error.ts";
import { addRows, type RowValue } from "#server/database/read-rows.ts";
import { type BackupHeader, type RowCounts, readBackup } from "./backup-file.ts";
import { leftOut } from "./backup-store.ts";

const rowsAtOnce = 500;

const unusable = (sentence: string) => new DatabaseOpenError("backup_unusable", sentence);

/**
 * The migrations that create a store with the structure of the backup. Throws if the backup has migrations that this
 * version does not know.
 */
function stepsOf({ steps }: BackupHeader) {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = steps.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw unusable(
      `The backup was made by a newer version, which has the step ${unknown[0]}: restore it with that version or a newer one.`,
    );
  }
  return migrations.filter(({ name }) => steps.includes(name));
}

/**
 * Fills an empty database from a backup and migrates it. Returns the number of rows and the result of verifying the
 * audit log.
 */
export async function loadBackup(
  database: Database<ConsoleSchema>,
  path: string,
  auditKeys: AuditKeys | null,
): Promise<{ rows: RowCounts; audit: AuditVerification }> {
  const rows = await database.atLength((db) => loadRows({ ...database, db }, path));
  await migrate(database, migrations);
  return { rows, audit: await database.atLength((db) => verifyAudit(db, database.dialect, { keys: auditKeys })) };
}

async function loadRows(database: Database<ConsoleSchema>, path: string): Promise<RowCounts> {
  const parts = readBackup(path);
  const first = await parts.next();
  if (first.done || !("header" in first.value)) throw unusable("The backup has no header.");
  await migrate(database, stepsOf(first.value.header));
  const known = new Map((await describeTables(database)).map((table) => [table.name, table]));
  return database.db.transaction().execute(async (db) => {
    let current: TableDescription | undefined;
    let some: (readonly RowValue[])[] = [];
    const flush = async () => {
      if (current && some.length > 0) await addRows({ db, dialect: database.dialect }, current, some);
      some = [];
    };
    for await (const part of parts) {
      if ("row" in part) {
        some.push(part.row);
        if (some.length >= rowsAtOnce) await flush();
        continue;
      }
      await flush();
      if ("sha256" in part) return part.rows;
      if (!("table" in part)) continue;
      current = tableOf(part, known);
      // Some migrations insert rows into this table. These rows are removed, because the backup has its own version of
      // them.
      await db.deleteFrom(part.table as keyof ConsoleSchema).execute();
    }
    throw unusable("The backup has no end.");
  });
}

/**
 * The table of a backup, with its columns in the order of the backup. The names become part of SQL statements, so only
 * names of tables and columns that exist in the store are accepted.
 */
function tableOf(
  { table, columns }: { table: string; columns: readonly string[] },
  known: ReadonlyMap<string, TableDescription>,
): TableDescription {
  const own = known.get(table);
  if (!own || leftOut.has(table) || columns.some((column) => !own.columns.includes(column))) {
    throw unusable(`The backup has a table or column that its version did not have: ${table}.`);
  }
  return { name: table, columns };
}
