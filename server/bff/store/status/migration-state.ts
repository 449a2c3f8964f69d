import { type Kysely, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** How far the store's schema is from this version's. */
export interface MigrationState {
  /** The names of the steps that were applied, the oldest first. */
  applied: string[];
  /** Steps of this version that were not applied. */
  pending: string[];
  /** Applied steps that this version does not know: a newer one has been here. */
  unknown: string[];
}

export interface MigrationStore {
  state(): Promise<MigrationState>;
}

export function createMigrationStore(db: Kysely<ConsoleSchema>, known: readonly string[]): MigrationStore {
  return {
    async state() {
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
