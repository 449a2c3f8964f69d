import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import { createPush, type Push, type PushOptions } from "#server/bff/core/push/push.ts";
import type { StoredNotification } from "#server/bff/store/push/notifications.ts";

interface NotificationPushServices extends Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> {
  /** The origins of this console. An event has the complete address of the page where a person can act. */
  origins: Origins;
}

/** Sends the events in the outbox to `NOTIFICATION_URL`, oldest first, at least once. */
export function createNotificationPush(
  services: NotificationPushServices,
  random: () => number,
  options: PushOptions,
): Push {
  const { clock, log, store, workerRuns } = services;
  const { notifications } = store;
  return createPush<StoredNotification>(
    { clock, log, store, random, ...(workerRuns && { workerRuns }) },
    {
      name: "notification-push",
      lease: notifications,
      tables: ["notifications", "notificationPush", "stoppedOutboxes"],
      waiting: () => notifications.waiting(),
      next: (limit) => notifications.next(limit),
      // The origins are read only when an event is sent, because they are not known before the console listens.
      messageOf: ({ notificationID, body }) => ({
        id: notificationID,
        body: withAddress(body, services.origins.current()),
      }),
      accept: (leaseID, { notificationID }, leaseMs) =>
        notifications.accept(leaseID, notificationID, leaseMs, clock.now()),
    },
    options,
  );
}

/**
 * Adds the console's origin to the address in an event. The origin is added only now, because it may change while the
 * event is stored.
 */
function withAddress(body: string, origins: ReadonlySet<string>): string {
  const { data, ...event } = JSON.parse(body) as { data: { href: string } };
  const { href, ...subject } = data;
  return JSON.stringify({ ...event, data: { ...subject, url: `${[...origins][0] ?? ""}${href}` } });
}
