import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { ConsoleSchema } from "./schema.ts";

/** A text with the length of a large write. If it cannot be stored, the store counts as full. */
const filler = "x".repeat(64 * 1024);

/** Tests writing: inserts a row and deletes it again, in one transaction. */
export function writeCheck(db: Kysely<ConsoleSchema>): Promise<void> {
  const checkID = randomUUID();
  return db.transaction().execute(async (transaction) => {
    await transaction.insertInto("storeChecks").values({ checkID, filler }).execute();
    await transaction.deleteFrom("storeChecks").where("checkID", "=", checkID).execute();
  });
}
