import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** Identifies an item. */
export interface ItemKey {
  environment: Environment;
  kind: string;
  itemID: string;
}

/** An item that a person has snoozed for everybody. */
export interface StoredSnooze extends ItemKey {
  cause: string;
  until: number;
  reason: string;
  staffID: string;
  email: string;
  createdAt: number;
}

/** The store of snoozed items. Database errors are passed on unchanged. */
export function createSnoozeStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The active snoozes of an environment. */
    async list(environment: Environment, nowMs: number): Promise<StoredSnooze[]> {
      const rows = await db
        .selectFrom("attentionSnoozes")
        .selectAll()
        .where("environment", "=", environment)
        .where("until", ">", nowMs)
        .execute();
      return rows.map((row) => ({ ...row, environment }));
    },
    /**
     * Snoozes an item. Replaces an earlier snooze of the item. The event is recorded in the audit log in the same
     * transaction.
     */
    put: (snooze: StoredSnooze, event: NewAuditEvent): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { environment: _environment, kind: _kind, itemID: _itemID, ...values } = snooze;
        await transaction
          .insertInto("attentionSnoozes")
          .values(snooze)
          .onConflict((conflict) => conflict.columns(["environment", "kind", "itemID"]).doUpdateSet(values))
          .execute();
        await appendAudit(transaction, event, snooze.createdAt);
      }),
    /** Ends a snooze. False if the item has no active snooze. */
    end: ({ environment, kind, itemID }: ItemKey, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("attentionSnoozes")
          .where("environment", "=", environment)
          .where("kind", "=", kind)
          .where("itemID", "=", itemID)
          .where("until", ">", nowMs)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /** Removes snoozes that ended before `beforeMs`. Returns the number of removed snoozes. */
    async prune(beforeMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("attentionSnoozes")
        .where("until", "<", beforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
