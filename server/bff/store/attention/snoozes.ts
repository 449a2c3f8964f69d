import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** Names an item. */
export interface ItemKey {
  environment: Environment;
  kind: string;
  itemID: string;
}

/** An item that a person has put off, for everybody. */
export interface StoredSnooze extends ItemKey {
  cause: string;
  until: number;
  reason: string;
  staffID: string;
  email: string;
  createdAt: number;
}

/** What is put off. Errors of the database come as they are. */
export interface SnoozeStore {
  /** Those of an environment that are not over. */
  list(environment: Environment, nowMs: number): Promise<StoredSnooze[]>;
  /** Puts an item off, in place of what was said of it before; the event goes into the audit log with it. */
  put(snooze: StoredSnooze, event: NewAuditEvent): Promise<void>;
  /** Ends it; false where there is none that is not over. */
  end(key: ItemKey, nowMs: number, event: NewAuditEvent): Promise<boolean>;
  /** Forgets those that were over before `beforeMs`; says how many. */
  prune(beforeMs: number): Promise<number>;
}

export function createSnoozeStore(db: Kysely<ConsoleSchema>): SnoozeStore {
  return {
    async list(environment, nowMs) {
      const rows = await db
        .selectFrom("attentionSnoozes")
        .selectAll()
        .where("environment", "=", environment)
        .where("until", ">", nowMs)
        .execute();
      return rows.map((row) => ({ ...row, environment }));
    },
    put: (snooze, event) =>
      db.transaction().execute(async (transaction) => {
        const { environment: _environment, kind: _kind, itemID: _itemID, ...values } = snooze;
        await transaction
          .insertInto("attentionSnoozes")
          .values(snooze)
          .onConflict((conflict) => conflict.columns(["environment", "kind", "itemID"]).doUpdateSet(values))
          .execute();
        await appendAudit(transaction, event, snooze.createdAt);
      }),
    end: ({ environment, kind, itemID }, nowMs, event) =>
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
    async prune(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom("attentionSnoozes")
        .where("until", "<", beforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
