import type { Kysely } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import type { Database, DatabaseDialect } from "./open-database.ts";

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

/**
 * Brings a store up to date, all missing steps in one transaction; several processes may do it at
 * once. A store that is newer than this program is refused.
 */
export async function migrate<Schema>(database: Database<Schema>, migrations: readonly Migration[]): Promise<void> {
  const { db, dialect } = database;
  const { error } = await new Migrator({ db, provider: providerOf(migrations, dialect) }).migrateToLatest();
  if (error) throw error;
}
