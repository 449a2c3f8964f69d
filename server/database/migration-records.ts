import { type Kysely, sql } from "kysely";
import { type AnyDatabase, readTableNames } from "./catalog.ts";
import type { Migration } from "./migration.ts";
import { DatabaseOpenError } from "./open-error.ts";

/** The tables in which a database records its migrations. */
export interface MigrationTables {
  kysely_migration: { name: string; timestamp: string };
  /**
   * A table with one row: the migration that a program version must know in order to use the database. Null if every
   * version may use it.
   */
  schemaFloor: { only: number; step: string | null };
  /** Backfills that have started but not finished. */
  backfills: { name: string; lastKey: string | null; total: number; updatedAt: number };
}

export type MigrationKysely = Kysely<MigrationTables>;

/** The migration records of a database. */
export interface MigrationRecords {
  applied: readonly string[];
  floor: string | null;
  backfills: readonly { name: string; total: number }[];
}

/** Reads the migration records. Returns empty records for a database that was never migrated. Changes nothing. */
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

/**
 * Records that a migration was applied. If the migration runs in a transaction, the record is written in that
 * transaction.
 */
export async function recordStep(db: MigrationKysely, step: Migration): Promise<void> {
  await db.insertInto("kysely_migration").values({ name: step.name, timestamp: new Date().toISOString() }).execute();
  if (!("floor" in step) || step.floor === undefined) return;
  await db
    .insertInto("schemaFloor")
    .values({ only: 1, step: step.floor })
    .onConflict((conflict) => conflict.column("only").doUpdateSet({ step: step.floor ?? null }))
    .execute();
}

/** What a version of the program has to do before it uses a database. */
export interface MigrationPlan {
  pending: readonly Migration[];
  /** Applied migrations of newer versions. This version is compatible with them. */
  newer: readonly string[];
}

/** The second sentence of every refusal of data from a version before 1.0.0. */
export const neverReleased = "Versions before 1.0.0 were never released, and what they stored cannot be migrated";

/**
 * True if the first of these migrations is missing in a list of applied migrations. Versions before 1.0.0 had other
 * migrations, and so have other programs.
 */
export const lacksBaseline = (applied: readonly string[], [baseline]: readonly Migration[]): boolean =>
  applied.length > 0 && baseline !== undefined && !applied.includes(baseline.name);

/**
 * Compares a database with the migrations of this version.
 * @throws DatabaseOpenError `database_older` if the database has other migrations, but not the first of this version.
 * `database_newer` if a newer version has removed something that this version needs.
 */
export function planMigration({ applied, floor }: MigrationRecords, steps: readonly Migration[]): MigrationPlan {
  if (lacksBaseline(applied, steps)) {
    throw new DatabaseOpenError(
      "database_older",
      `The database was made by a version before 1.0.0, or by another program. ${neverReleased}: name an empty database, or move this one away to begin with an empty one. Nothing was changed.`,
    );
  }
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

/** The number of the lock. It never changes, so that processes of different versions wait for each other. */
const lockID = "3853314791062309107";

/**
 * Acquires the migration lock. The lock is released at the latest when the connection ends. Returns false if another
 * process holds the lock.
 */
export async function tryMigrationLock(db: MigrationKysely): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.raw(lockID)}) as "taken"`.execute(
    db,
  );
  return rows[0]?.taken === true;
}

export async function releaseMigrationLock(db: MigrationKysely): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.raw(lockID)})`.execute(db);
}
