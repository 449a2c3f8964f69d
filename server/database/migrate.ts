import type { Kysely } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import type { Database, DatabaseDialect } from "./open-database.ts";
import { DatabaseOpenError, damagedDatabase } from "./open-error.ts";

/** One step of a store's history. Steps run in the order of the list; a step that has run is never edited. */
export interface Migration {
  /** Begins with its number, `0001_…`: Kysely orders steps by name. */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a step sees the schema of its own time, which no type describes
  up(db: Kysely<any>, dialect: DatabaseDialect): Promise<void>;
}

function providerOf(migrations: readonly Migration[], dialect: DatabaseDialect): MigrationProvider {
  return {
    getMigrations: async () =>
      Object.fromEntries(migrations.map(({ name, up }) => [name, { up: (db: Kysely<unknown>) => up(db, dialect) }])),
  };
}

/** The step that a store has and this program has not: Kysely tells it only in a sentence of its own. */
function unknownStep(error: unknown): string | undefined {
  return error instanceof Error ? /previously executed migration (\S+) is missing/.exec(error.message)?.[1] : undefined;
}

/**
 * Brings a store up to date, all missing steps in one transaction; several processes may do it at
 * once.
 *
 * @throws DatabaseOpenError `database_newer` when a newer version of the program has written the store.
 */
export async function migrate<Schema>(database: Database<Schema>, migrations: readonly Migration[]): Promise<void> {
  const provider = providerOf(migrations, database.dialect);
  const { error } = await database.atLength((db) => new Migrator({ db, provider }).migrateToLatest());
  const newer = unknownStep(error);
  if (newer !== undefined) {
    throw new DatabaseOpenError(
      "database_newer",
      `The database was written by a newer version, which has the step ${newer}: start that version or a newer one, or name another database.`,
      error,
    );
  }
  if (error) throw damagedDatabase(error) ?? error;
}
