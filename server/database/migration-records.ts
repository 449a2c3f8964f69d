import { type Kysely, sql } from "kysely";
import { type AnyDatabase, readTableNames } from "./catalog.ts";
import type { Migration } from "./migration.ts";
import { DatabaseOpenError } from "./open-error.ts";

/** The tables in which a store records its migrations. Kysely's migrator has chosen the name of the first table. */
export interface MigrationTables {
  kysely_migration: { name: string; timestamp: string };
  /**
   * This table has one row. Only versions that know the migration in `step` may use the store. Null if every version
   * may use it.
   */
  schemaFloor: { only: number; step: string | null };
  /** Backfills that have begun but are not finished. */
  backfills: { name: string; lastKey: string | null; total: number; updatedAt: number };
}

export type MigrationKysely = Kysely<MigrationTables>;

/** The migration records of a store. */
export interface MigrationRecords {
  applied: readonly string[];
  floor: string | null;
  backfills: readonly { name: string; total: number }[];
}

/** Reads the migration records without changing anything. A store that was never migrated has no records. */
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

/** Records that a migration has run. If the migration runs in a transaction, it is recorded in the same transaction. */
export async function recordStep(db: MigrationKysely, step: Migration): Promise<void> {
  await db.insertInto("kysely_migration").values({ name: step.name, timestamp: new Date().toISOString() }).execute();
  if (!("floor" in step) || step.floor === undefined) return;
  await db
    .insertInto("schemaFloor")
    .values({ only: 1, step: step.floor })
    .onConflict((conflict) => conflict.column("only").doUpdateSet({ step: step.floor ?? null }))
    .execute();
}

/** The result of comparing a store with the migrations of this version. */
export interface MigrationPlan {
  pending: readonly Migration[];
  /** Applied migrations of newer versions. This version is compatible with them. */
  newer: readonly string[];
}

/**
 * Compares a store with the migrations of this version.
 *
 * @throws DatabaseOpenError `database_newer` when a newer version has removed something that this version needs.
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

/**
 * The number of the lock that Kysely's migrator uses. Versions that still use Kysely's migrator wait for this lock too.
 */
const lockID = "3853314791062309107";

/**
 * Takes the lock for migrating. It is released with the connection at the latest. False if another process has the
 * lock.
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
