import { type Kysely, sql } from "kysely";
import { type AnyDatabase, readTableNames } from "./catalog.ts";
import type { Migration } from "./migration.ts";
import { DatabaseOpenError } from "./open-error.ts";

/** The tables in which a store records its migrations. The name of the first table comes from Kysely's migrator. */
export interface MigrationTables {
  kysely_migration: { name: string; timestamp: string };
  /**
   * This table has one row: the migration that a version must know in order to use the store. Null if every version may
   * use the store.
   */
  schemaFloor: { only: number; step: string | null };
  /** Backfills that have begun and not finished. */
  backfills: { name: string; lastKey: string | null; total: number; updatedAt: number };
}

export type MigrationKysely = Kysely<MigrationTables>;

/** A store's migration records. */
export interface MigrationRecords {
  applied: readonly string[];
  floor: string | null;
  backfills: readonly { name: string; total: number }[];
}

/** Reads the records. Returns no records for a store that was never migrated. Changes nothing. */
export async function readRecords(database: AnyDatabase): Promise<MigrationRecords> {
  const db: MigrationKysely = database.db;
  const tables = await readTableNames(database);
  const has = (name: keyof MigrationTables) => tables.has(name);
  const applied = has("kysely_migration")
    ? await db.selectFrom("kysely_migration").select("name").orderBy("name").execute()
    : [];
  const floor = has("schemaFloor") ? await db.selectFrom("schemaFloor").select("step").executeTakeFirst() : undefined;
  const backfills = has("backfills") ? await db.selectFrom("backfills").select(["name", "total"]).execute() : [];
  return { applied: applied.map(({ name }) => name), floor: floor?.step ?? null, backfills };
}

export async function createRecords(db: MigrationKysely): Promise<void> {
  await db.schema
    .createTable("kysely_migration")
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("schemaFloor")
    .ifNotExists()
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("step", "text")
    .execute();
  await db.schema
    .createTable("backfills")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("lastKey", "text")
    .addColumn("total", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
}

/** Records that a migration has run. If the migration has a transaction, the record is written in it. */
export async function recordStep(db: MigrationKysely, step: Migration): Promise<void> {
  await db.insertInto("kysely_migration").values({ name: step.name, timestamp: new Date().toISOString() }).execute();
  if (!("floor" in step) || step.floor === undefined) return;
  await db
    .insertInto("schemaFloor")
    .values({ only: 1, step: step.floor })
    .onConflict((conflict) => conflict.column("only").doUpdateSet({ step: step.floor ?? null }))
    .execute();
}

/** What a version of the program may do with a store. */
export interface MigrationPlan {
  pending: readonly Migration[];
  /** Migrations of newer versions. This version is compatible with them. */
  newer: readonly string[];
}

/**
 * Compares a store with the migrations of this version.
 *
 * @throws DatabaseOpenError `database_newer` when a newer version has removed what this version needs.
 */
export function planMigration({ applied, floor }: MigrationRecords, steps: readonly Migration[]): MigrationPlan {
  const known = new Set(steps.map(({ name }) => name));
  const newer = applied.filter((name) => !known.has(name));
  if (floor !== null && !known.has(floor)) {
    throw new DatabaseOpenError(
      "database_newer",
      `The database was changed by a newer version (${newer.at(-1) ?? floor}) and can be used only by versions that have the step ${floor}: start such a version, or name another database.`,
    );
  }
  const done = new Set(applied);
  return { pending: steps.filter(({ name }) => !done.has(name)), newer };
}

/** The lock number of Kysely's migrator. Versions that still use Kysely's migrator wait for the same lock. */
const lockID = "3853314791062309107";

/** Takes the right to migrate. It ends with the connection at the latest. False if another process has the right. */
export async function tryMigrationLock(db: MigrationKysely): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.raw(lockID)}) as "taken"`.execute(
    db,
  );
  return rows[0]?.taken === true;
}

export async function releaseMigrationLock(db: MigrationKysely): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.raw(lockID)})`.execute(db);
}
