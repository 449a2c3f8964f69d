import type { Kysely } from "kysely";
import type { ConsoleSchema } from "./schema/schema.ts";

/** How long a browser or network counts as known after the last sign-in from it, in milliseconds. */
export const knownPlaceMs = 180 * 24 * 60 * 60_000;

/** The maximum number of stored browsers and networks per account. The oldest entries are removed. */
const maxPlaces = 50;

/** The store of browsers and networks from which accounts have signed in. Database errors are passed on unchanged. */
export type KnownPlaceStore = ReturnType<typeof createKnownPlaceStore>;

export function createKnownPlaceStore(db: Kysely<ConsoleSchema>) {
  return {
    /** Returns which of these hashes belong to a browser or network that is known at `nowMs`. */
    async find(placeHashes: readonly string[], nowMs: number): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("knownPlaces")
        .select("placeHash")
        .where("placeHash", "in", placeHashes)
        .where("usedAt", ">", nowMs - knownPlaceMs)
        .execute();
      return new Set(rows.map(({ placeHash }) => placeHash));
    },
    /** Stores browsers and networks of one account. If there are too many, the oldest entries are removed. */
    remember: (accountHash: string, placeHashes: readonly string[], nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("knownPlaces")
          .values(placeHashes.map((placeHash) => ({ placeHash, accountHash, usedAt: nowMs })))
          .onConflict((conflict) => conflict.column("placeHash").doUpdateSet({ usedAt: nowMs }))
          .execute();
        const newest = transaction
          .selectFrom("knownPlaces")
          .select("placeHash")
          .where("accountHash", "=", accountHash)
          .orderBy("usedAt", "desc")
          .orderBy("placeHash")
          .limit(maxPlaces);
        await transaction
          .deleteFrom("knownPlaces")
          .where((where) =>
            where.or([
              where("usedAt", "<=", nowMs - knownPlaceMs),
              where.and([where("accountHash", "=", accountHash), where("placeHash", "not in", newest)]),
            ]),
          )
          .execute();
      }),
  };
}
