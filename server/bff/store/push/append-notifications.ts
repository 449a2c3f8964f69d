import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { NewNotification } from "./notification.ts";

const dayMs = 24 * 60 * 60_000;

/** The ID of an event. All repeated deliveries and duplicates of one event have the same ID. */
export const notificationIDOf = (key: string): string =>
  `notification-${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;

/** Adds events to the outbox, in the transaction of their cause. An event that is already there is not added again. */
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
      // Sets the time at which an open event was last observed.
      .onConflict((conflict) =>
        conflict
          .column("notificationID")
          .doUpdateSet({ seenAt: nowMs })
          .where("notifications.seenAt", "<", nowMs - dayMs),
      )
      .execute();
  }
}
