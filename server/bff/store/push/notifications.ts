import type { Kysely } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { appendNotifications } from "./append-notifications.ts";
import type { NewNotification } from "./notification.ts";
import { acceptedAttempts, createPushLease, leaseEnd } from "./push-lease.ts";

/** An event that waits for delivery. */
export interface StoredNotification {
  notificationID: string;
  /** The event as JSON. */
  body: string;
}

/** The outbox of the notification endpoint. Database errors are passed on unchanged. */
export function createNotificationStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const open = () => db.selectFrom("notifications").where("acceptedAt", "is", null).where("givenUpAt", "is", null);
  const oldestFirst = () => open().orderBy("createdAt").orderBy("notificationID");
  const count = async (): Promise<number> => {
    const { total } = await open()
      .select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  const lease = createPushLease(db, dialect, "notificationPush");
  return {
    ...lease,
    append: (notifications: readonly NewNotification[], nowMs: number): Promise<void> =>
      db.transaction().execute((transaction) => appendNotifications(transaction, notifications, nowMs)),
    waiting: count,
    /** The next events, oldest first. */
    next: (limit: number): Promise<StoredNotification[]> =>
      oldestFirst().select(["notificationID", "body"]).limit(limit).execute(),
    /** Records that the receiver has accepted the event. Also renews the lease. False if the lease is lost. */
    accept: (leaseID: string, notificationID: string, leaseMs: number, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const held = await transaction
          .updateTable("notificationPush")
          .set({ leaseUntil: leaseEnd(dialect, leaseMs), ...acceptedAttempts })
          .where("leaseID", "=", leaseID)
          .executeTakeFirst();
        if (held.numUpdatedRows !== 1n) return false;
        await transaction
          .updateTable("notifications")
          .set({ acceptedAt: nowMs })
          .where("notificationID", "=", notificationID)
          .execute();
        return true;
      }),
    /**
     * Gives up all events that were added before `beforeMs`. If more than `maxWaiting` events are waiting, also gives
     * up the oldest ones. Returns the number of events that were given up.
     */
    async giveUp(beforeMs: number, maxWaiting: number, nowMs: number): Promise<number> {
      const tooMany = Math.max(0, (await count()) - maxWaiting);
      const oldest = tooMany === 0 ? [] : await oldestFirst().select("notificationID").limit(tooMany).execute();
      const { numUpdatedRows } = await db
        .updateTable("notifications")
        .set({ givenUpAt: nowMs })
        .where("acceptedAt", "is", null)
        .where("givenUpAt", "is", null)
        .where((builder) =>
          builder.or([
            builder("createdAt", "<", beforeMs),
            ...(oldest.length === 0
              ? []
              : [
                  builder(
                    "notificationID",
                    "in",
                    oldest.map(({ notificationID }) => notificationID),
                  ),
                ]),
          ]),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    /**
     * Removes accepted and given-up events that were last observed before `beforeMs`. Returns the number of removed
     * events.
     */
    async prune(beforeMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("notifications")
        .where("seenAt", "<", beforeMs)
        .where((builder) => builder.or([builder("acceptedAt", "is not", null), builder("givenUpAt", "is not", null)]))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    /** The number of events that were given up since `sinceMs`. */
    async givenUp(sinceMs: number): Promise<number> {
      const { total } = await db
        .selectFrom("notifications")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where("givenUpAt", ">=", sinceMs)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}
