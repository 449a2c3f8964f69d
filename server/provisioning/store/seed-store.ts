import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { moveSeededResources } from "./move-seeded-resources.ts";
import type { ProvisioningSchema } from "./schema/schema.ts";

export type SeedStore = ReturnType<typeof createSeedStore>;

/** Creates the store of information about the demo data, on SQLite or Postgres. */
export function createSeedStore(db: Kysely<ProvisioningSchema>) {
  /**
   * Returns the instant to which the times of an environment's demo data are relative. Undefined if there is no demo
   * data.
   */
  const anchor = async (environment: Environment): Promise<number | undefined> => {
    const row = await db.selectFrom("seeds").select("anchor").where("environment", "=", environment).executeTakeFirst();
    return row?.anchor;
  };

  return {
    anchor,

    /**
     * Claims the right to fill an environment with demo data, whose times are relative to `anchorMs`. Waits for a
     * concurrent claim. Returns false if the environment was already claimed.
     */
    async claim(environment: Environment, anchorMs: number): Promise<boolean> {
      const result = await db
        .insertInto("seeds")
        .values({ environment, anchor: anchorMs })
        .onConflict((conflict) => conflict.column("environment").doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
    },

    /**
     * Moves the times of an environment's demo data, so that they are relative to `anchorMs`. All other data stay
     * unchanged.
     */
    async move(environment: Environment, anchorMs: number): Promise<void> {
      const from = await anchor(environment);
      if (from === undefined) return;
      const moved = await db
        .updateTable("seeds")
        .set({ anchor: anchorMs })
        .where("environment", "=", environment)
        .where("anchor", "=", from)
        .executeTakeFirst();
      // If no row has changed, another process has already moved the data.
      if (Number(moved.numUpdatedRows) === 0) return;
      const distanceMs = anchorMs - from;
      await db
        .updateTable("customers")
        .set({
          created: sql<number>`created + ${distanceMs}`,
          deleted_at: sql<number | null>`deleted_at + ${distanceMs}`,
        })
        .where("environment", "=", environment)
        .where("seeded", "=", 1)
        .execute();
      await moveSeededResources(db, environment, distanceMs);
    },
  };
}
