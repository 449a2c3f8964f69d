import type { Kysely } from "kysely";
import { z } from "zod";
import { draftKeptMs, maxDrafts } from "#lib/contract/draft.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

export interface StoredDraft {
  content: Record<string, unknown>;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

const contentSchema = z.record(z.string(), z.unknown());

/** The store of drafts: inputs that people have typed but not yet sent. Database errors are passed on unchanged. */
export function createDraftStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    /** This person's draft. Null if no draft exists or the draft has expired. */
    async find(staffID: string, key: string, nowMs: number): Promise<StoredDraft | null> {
      const row = await db
        .selectFrom("drafts")
        .select(["content", "updatedAt"])
        .where("staffID", "=", staffID)
        .where("key", "=", key)
        .where("updatedAt", ">", nowMs - draftKeptMs)
        .executeTakeFirst();
      return row ? { content: contentSchema.parse(JSON.parse(row.content)), updatedAt: row.updatedAt } : null;
    },
    /**
     * Stores a draft. Replaces an earlier draft with the same key. If the person has too many drafts, the oldest draft
     * is removed.
     */
    put: (staffID: string, key: string, content: Record<string, unknown>, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `drafts of ${staffID}`);
        const values = { content: JSON.stringify(content), updatedAt: nowMs };
        await transaction
          .insertInto("drafts")
          .values({ staffID, key, ...values })
          .onConflict((conflict) => conflict.columns(["staffID", "key"]).doUpdateSet(values))
          .execute();
        const newest = await transaction
          .selectFrom("drafts")
          .select("key")
          .where("staffID", "=", staffID)
          .orderBy("updatedAt", "desc")
          .orderBy("key")
          .limit(maxDrafts)
          .execute();
        await transaction
          .deleteFrom("drafts")
          .where("staffID", "=", staffID)
          .where(
            "key",
            "not in",
            newest.map((draft) => draft.key),
          )
          .execute();
      }),
    async remove(staffID: string, key: string): Promise<void> {
      await db.deleteFrom("drafts").where("staffID", "=", staffID).where("key", "=", key).execute();
    },
    /** Removes all drafts that are expired at `nowMs`. Returns the number of removed drafts. */
    async removeExpired(nowMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("drafts")
        .where("updatedAt", "<=", nowMs - draftKeptMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
