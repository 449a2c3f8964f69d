import type { Kysely } from "kysely";
import type { ConsoleSchema } from "./schema/schema.ts";

/** What the store is used for. The passwords in a demo store are publicly known. */
export type StorePurpose = "demo" | "configured";

/**
 * Records the purpose of a store that has none yet. Returns the recorded purpose, because another console may have
 * recorded a purpose first. A store whose people were added with bin/switchboard staff before the first start belongs to
 * a configured console.
 */
export type ClaimStore = (purpose: StorePurpose) => Promise<StorePurpose>;

export function createClaimStore(db: Kysely<ConsoleSchema>): ClaimStore {
  return (wanted) =>
    db.transaction().execute(async (transaction) => {
      const anybody = await transaction.selectFrom("staff").select("staffID").limit(1).executeTakeFirst();
      await transaction
        .insertInto("storePurposes")
        .values({ only: 1, purpose: anybody ? "configured" : wanted })
        .onConflict((conflict) => conflict.column("only").doNothing())
        .execute();
      const { purpose } = await transaction.selectFrom("storePurposes").select("purpose").executeTakeFirstOrThrow();
      return purpose === "demo" ? "demo" : "configured";
    });
}
