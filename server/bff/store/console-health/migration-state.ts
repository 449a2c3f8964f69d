import { type Kysely, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** How the schema of the store differs from the schema that this version expects. */
export interface MigrationState {
  /** The names of the applied migrations, oldest first. */
  applied: string[];
  /** Migrations of this version that were not applied yet. */
  pending: string[];
  /** Applied migrations that this version does not know, because a newer version has used the store. */
  unknown: string[];
}

export function createMigrationStore(db: Kysely<ConsoleSchema>, known: readonly string[]) {
  return {
    async state(): Promise<MigrationState> {
      const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db);
      const applied = rows.map(({ name }) => name);
      return {
        applied,
        pending: known.filter((name) => !applied.includes(name)),
        unknown: applied.filter((name) => !known.includes(name)),
      };
    },
  };
}
