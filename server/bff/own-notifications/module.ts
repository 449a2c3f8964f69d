import { dayMs, minuteMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createSendMail } from "#server/bff/core/mail.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";
import type { Notifications } from "#server/bff/notifications/notifications.ts";
import { createOwnNotificationSender } from "./own-notification-sender.ts";
import type { OwnNotificationServices } from "./own-notification-services.ts";
import { ownNotificationRoutes } from "./routes.ts";

/** If an e-mail has no result after this time, the process that sent it has ended. In milliseconds. */
const maxSendingMs = 10 * minuteMs;

interface Needs extends CoreServices {
  env: Pick<ConsoleEnv, "mail">;
  origins: Origins;
  notifications: Notifications;
}

/**
 * People's own notifications: about mentions, hand-overs, approvals, failures, planned changes and views
 * (docs/decisions/0080-own-notifications.md).
 *
 * Another room adds a notification in the transaction that records the cause, with `appendOwnNotifications`
 * (server/bff/store/own-notifications/append-own-notifications.ts), or with `store.ownNotifications.add`.
 */
export const ownNotificationsModule = {
  name: "own-notifications",
  routes: ownNotificationRoutes,
  create(needs: Needs): MadeRoom<Pick<OwnNotificationServices, "ownNotifications">> {
    const { clock, env, notifications, store } = needs;
    const sendMail = createSendMail(env.mail);
    const wakeEndpoint = notifications.endpoint && notifications.wake;
    const sender = createOwnNotificationSender(needs, { sendMail, wakeEndpoint });
    const cleaner = createHourlyCleaner(needs, {
      name: "own-notification-cleaner",
      what: "old notifications of people",
      remove: (nowMs) => store.ownNotifications.removeOld(nowMs),
    });
    return {
      services: {
        ownNotifications: {
          channels: { email: sendMail !== null, endpoint: wakeEndpoint !== null },
          async emailProblems() {
            if (!sendMail) return undefined;
            const nowMs = clock.now();
            return store.ownNotifications.emailProblems(nowMs - dayMs, nowMs - maxSendingMs);
          },
        },
      },
      workers: sender ? [sender, cleaner] : [cleaner],
    };
  },
} satisfies RoomModule;
