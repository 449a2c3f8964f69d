import type { Kysely } from "kysely";
import type { Migration } from "#server/database/migrate.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** What a store was made for. The passwords in a store of demo mode are published. */
export type StorePurpose = "demo" | "configured";

export const storePurposeMigration: Migration = {
  name: "0130_store_purpose",
  async up(db) {
    await db.schema
      .createTable("storePurposes")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("purpose", "text", (column) => column.notNull())
      .execute();
  },
};

/**
 * Marks a store that has no mark yet, and gives what it is marked as: another console may have come first.
 * In a store from before there was a mark, demo mode is known by its staff, all of whom it adds.
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

/** What a store from before there was a mark was made for; null for a new one. */
async function purposeOfStaff(db: Kysely<ConsoleSchema>, demoStaff: readonly string[]): Promise<StorePurpose | null> {
  const emails = new Set((await db.selectFrom("staff").select("email").execute()).map(({ email }) => email));
  if (emails.size === 0) return null;
  return demoStaff.every((email) => emails.has(email)) ? "demo" : "configured";
}
