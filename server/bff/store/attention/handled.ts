import { type Expression, type Kysely, sql } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { ItemKey } from "./snoozes.ts";

/** An item that a person has marked as handled for everybody. */
export interface StoredHandled extends ItemKey {
  cause: string;
  reason: string | null;
  staffID: string;
  email: string;
  createdAt: number;
}

/** Which items a query lists: open items, or items that a person has marked as handled. */
export interface MarkFilter {
  /** One of `attentionKinds`. */
  kind: Expression<string>;
  itemID: Expression<string>;
  /** The item's cause, as an SQL expression. A mark with a different cause is ignored. */
  cause: Expression<string>;
  isHandled: boolean;
}

/**
 * Returns an SQL condition. If `isHandled`, the row's item must be marked as handled. Otherwise, the item must not be
 * marked. The table must have a column `environment`.
 */
export function markCondition(table: string, { kind, itemID, cause, isHandled }: MarkFilter) {
  return sql<boolean>`${isHandled ? sql`` : sql`not `}exists (
    select 1 from "attentionHandled" as "mark"
    where "mark"."environment" = ${sql.ref(`${table}.environment`)} and "mark"."kind" = ${kind}
      and "mark"."itemID" = ${itemID} and "mark"."cause" = ${cause}
  )`;
}

/**
 * Failures before this time are not listed. They had already left the list when it became possible to mark items as
 * handled.
 */
export const attentionStart = sql<number>`(select "since" from "attentionStart")`;

/** The maximum number of items per SQL statement. */
const itemsAtOnce = 400;

/** The store of items that are marked as handled (decision 0055). Database errors are passed on unchanged. */
export function createHandledStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The marks of these items, with any cause. */
    async of(environment: Environment, itemIDs: readonly string[]): Promise<StoredHandled[]> {
      const marks: StoredHandled[] = [];
      for (let at = 0; at < itemIDs.length; at += itemsAtOnce) {
        const rows = await db
          .selectFrom("attentionHandled")
          .selectAll()
          .where("environment", "=", environment)
          .where("itemID", "in", itemIDs.slice(at, at + itemsAtOnce))
          .execute();
        marks.push(...rows.map((row) => ({ ...row, environment })));
      }
      return marks;
    },
    /**
     * Marks an item. Replaces an earlier mark of the item. False if the item is already marked with the same cause. The
     * event is recorded in the audit log in the same transaction.
     */
    put: (mark: StoredHandled, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { environment: _environment, kind: _kind, itemID: _itemID, ...values } = mark;
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("attentionHandled")
          .values(mark)
          .onConflict((conflict) =>
            conflict
              .columns(["environment", "kind", "itemID"])
              .doUpdateSet(values)
              .where("attentionHandled.cause", "!=", mark.cause),
          )
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await appendAudit(transaction, event, mark.createdAt);
        return true;
      }),
    /** Removes a mark. False if the item is not marked. */
    end: ({ environment, kind, itemID }: ItemKey, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("attentionHandled")
          .where("environment", "=", environment)
          .where("kind", "=", kind)
          .where("itemID", "=", itemID)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
  };
}
