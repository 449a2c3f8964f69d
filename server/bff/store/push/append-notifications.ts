import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { NewNotification } from "./notification.ts";

const dayMs = 24 * 60 * 60_000;

/** The ID of an event: all repeats of it have it, and so has the same event that is told again. */
export const notificationIDOf = (key: string): string =>
  `notification-${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;

/** Puts events into the outbox, in the transaction of their cause. One that is there already is not told again. */
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
      // What is still open stays remembered.
      .onConflict((conflict) =>
        conflict
          .column("notificationID")
          .doUpdateSet({ seenAt: nowMs })
          .where("notifications.seenAt", "<", nowMs - dayMs),
      )
      .execute();
  }
}
