import { planMigration, readRecords } from "#server/database/migration-records.ts";
import type { Database } from "#server/database/open-database.ts";
import { StartError } from "./config/start-error.ts";
import { migrations } from "./store/migrations.ts";
import type { ConsoleSchema } from "./store/schema/schema.ts";

/**
 * Checks that a database has a store that this version can read.
 * @param consequence what the command has not done, for the message
 * @throws StartError if the database has no store
 * @throws DatabaseOpenError if the store is of a version that this version cannot read
 */
export async function requireStore(database: Database<ConsoleSchema>, consequence: string): Promise<void> {
  const records = await readRecords(database);
  if (records.applied.length === 0) {
    throw new StartError(`The database has no store of Switchboard: ${consequence}.`);
  }
  planMigration(records, migrations);
}
