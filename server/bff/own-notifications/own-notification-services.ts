import type { CoreServices } from "#server/bff/core/core-services.ts";

/** Where notifications can be sent, beside the console. */
export interface OwnNotificationChannels {
  email: boolean;
  endpoint: boolean;
}

export interface OwnNotificationServices extends CoreServices {
  ownNotifications: {
    channels: OwnNotificationChannels;
  };
}
