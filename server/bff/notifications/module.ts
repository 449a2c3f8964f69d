import type { AttentionRegistry } from "#server/bff/attention/attention-registry.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { NotificationSource } from "#server/bff/core/notification.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import { createNotifications, type Notifications } from "./notifications.ts";

interface NotificationNeeds extends CoreServices {
  env: Pick<ConsoleEnv, "notifications">;
  random: () => number;
  attention: AttentionRegistry;
  /** The sources that later modules add under `notifications`. */
  notificationSources: readonly NotificationSource[];
  origins: Origins;
}

/** Notifies the endpoint of NOTIFICATION_URL about items that need attention, and about other events. */
export const notificationsModule = {
  name: "notifications",
  create(needs: NotificationNeeds): MadeRoom<{ notifications: Notifications }> {
    const { random, env, notificationSources } = needs;
    const notifications = createNotifications(needs, random, env.notifications, notificationSources);
    return { services: { notifications }, lastWorkers: [notifications] };
  },
} satisfies RoomModule;
