import type { Kysely } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { announcementSchema } from "#lib/contract/console/announcement.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

const contentSchema = announcementSchema.pick({ text: true, level: true, environments: true, link: true });

const rowSchema = z.object({
  announcementID: z.string(),
  content: jsonText(contentSchema),
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
  staffID: z.string(),
  email: z.string(),
  createdAt: z.number(),
});

export type StoredAnnouncement = z.output<typeof rowSchema>;

type EventOf = (values: { before: StoredAnnouncement | null; after: StoredAnnouncement | null }) => NewAuditEvent;

/** Stores the announcement that every page shows. Database errors are passed on unchanged. */
export function createAnnouncementStore(db: Kysely<ConsoleSchema>) {
  const read = async (on: Kysely<ConsoleSchema>): Promise<StoredAnnouncement | null> => {
    const row = await on.selectFrom("announcements").selectAll().executeTakeFirst();
    return row ? rowSchema.parse(row) : null;
  };
  return {
    read: (): Promise<StoredAnnouncement | null> => read(db),
    /** Replaces the announcement. */
    put: (announcement: StoredAnnouncement, eventOf: EventOf, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction);
        const { content, ...row } = announcement;
        const values = { ...row, content: JSON.stringify(content) };
        await transaction
          .insertInto("announcements")
          .values({ only: 1, ...values })
          .onConflict((conflict) => conflict.column("only").doUpdateSet(values))
          .execute();
        await appendAudit(transaction, eventOf({ before, after: announcement }), nowMs);
      }),
    /** Removes the announcement. Returns false if there was none. */
    remove: (eventOf: EventOf, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction);
        const { numDeletedRows } = await transaction.deleteFrom("announcements").executeTakeFirst();
        if (!before || numDeletedRows === 0n) return false;
        await appendAudit(transaction, eventOf({ before, after: null }), nowMs);
        return true;
      }),
  };
}
