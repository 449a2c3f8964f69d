import { dayMs } from "#lib/contract/values/time-units.ts";
import type { AttentionRegistry } from "#server/bff/attention/attention-registry.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { NotificationPort, NotificationSource } from "#server/bff/core/notification.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import type { Push, PushOptions, PushState } from "#server/bff/core/push/push.ts";
import { createAttentionNotifier } from "./attention-notifier.ts";
import { createNotificationPush } from "./notification-push.ts";

interface NotificationServices extends CoreServices {
  attention: AttentionRegistry;
  origins: Origins;
}

/**
 * Notifies the endpoint of NOTIFICATION_URL about items that need attention. If NOTIFICATION_URL is not set, nothing is
 * sent or stored.
 *
 * The notifier (attention-notifier.ts) compares the open items of the attention registry with the stored events, and
 * stores an event for each new item. A module can also store an event in the transaction of its cause
 * (server/bff/store/push/append-notifications.ts). server/bff/core/push/push.ts delivers the outbox of notifications
 * and the outbox of the audit log.
 */
export interface Notifications extends NotificationPort {
  /** The state of the endpoint, and how many events were given up in the last day. Undefined without an endpoint. */
  state(): Promise<(PushState & { givenUp: number }) | undefined>;
  /** The receiver of notifications, and a function that sends a test message. Null if NOTIFICATION_URL is not set. */
  endpoint: Pick<Push, "receiver" | "sendTest" | "wake"> | null;
  start(): void;
  close(): Promise<void>;
}

export function createNotifications(
  services: NotificationServices,
  random: () => number,
  options: PushOptions | null,
  sources: readonly NotificationSource[],
): Notifications {
  if (options === null) {
    const nothing = async () => undefined;
    return { of: () => [], wake: () => {}, state: nothing, endpoint: null, start: () => {}, close: nothing };
  }
  const { store, clock } = services;
  const push = createNotificationPush(services, random, options);
  const notifier = createAttentionNotifier(services, sources, push.wake);
  return {
    of: (notifications) => notifications,
    wake: push.wake,
    endpoint: push,
    async state() {
      const [state, givenUp] = await Promise.all([push.state(), store.notifications.givenUp(clock.now() - dayMs)]);
      return { ...state, givenUp };
    },
    start() {
      push.start();
      notifier.start();
    },
    async close() {
      await notifier.close();
      await push.close();
    },
  };
}
