import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { NewNotification } from "./notification.ts";

/** The ID of an event. Repeated deliveries and duplicates of an event have the same ID. */
export const notificationIDOf = (key: string): string =>
  `notification-${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;

/**
 * Adds events to the outbox, in the transaction that causes them. An event that is already in the outbox is not added
 * again.
 */
export async function appendNotifications(
  on: Kysely<ConsoleSchema>,
  notifications: readonly NewNotification[],
  nowMs: number,
): Promise<void> {
  for (const { key, type, environment, subject } of notifications) {
    const timestamp = new Date(nowMs).toISOString();
    await on
      .insertInto("notifications")
      .values({
        notificationID: notificationIDOf(key),
        environment,
        type,
        createdAt: nowMs,
        seenAt: nowMs,
        body: JSON.stringify({ type, timestamp, data: { environment, ...subject } }),
      })
      // If the event exists already, only updates the time at which it was last observed, at most once a day.
      .onConflict((conflict) =>
        conflict
          .column("notificationID")
          .doUpdateSet({ seenAt: nowMs })
          .where("notifications.seenAt", "<", nowMs - dayMs),
      )
      .execute();
  }
}
