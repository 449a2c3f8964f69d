import type { Kysely } from "kysely";
import type { ConsoleSchema } from "./schema/schema.ts";

/** What the store is used for. The passwords in a demo store are publicly known. */
export type StorePurpose = "demo" | "configured";

/**
 * Records the purpose of a store that has none yet. Returns the recorded purpose, because another console may have
 * recorded a purpose first. An older store without a recorded purpose counts as demo if it contains all demo staff.
 */
export type ClaimStore = (purpose: StorePurpose, demoStaff: readonly string[]) => Promise<StorePurpose>;

export function createClaimStore(db: Kysely<ConsoleSchema>): ClaimStore {
  return (wanted, demoStaff) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("storePurposes")
        .values({ only: 1, purpose: (await await purposeOfStaff(transaction, demoStaff)) ?? wanted })
        .onConflict((conflict) => conflict.column("only").doNothing())
        .execute();
      const { purpose } = await transaction.selectFrom("storePurposes").select("purpose").executeTakeFirstOrThrow();
      return purpose === "demo" ? "demo" : "configured";
    });
}

/** The purpose of an older store, which has no recorded purpose. Null for a new store. */
async function purposeOfStaff(db: Kysely<ConsoleSchema>, demoStaff: readonly string[]): Promise<StorePurpose | null> {
  const emails = new Set((await db.selectFrom("staff").select("email").execute()).map(({ email }) => email));
  if (emails.size === 0) return null;
  return demoStaff.every((email) => emails.has(email)) ? "demo" : "configured";
}
