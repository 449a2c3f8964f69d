import type { CoreServices } from "#server/bff/core/core-services.ts";

/** Where notifications can also be sent. False if the operator has not configured it. */
export interface OwnNotificationChannels {
  email: boolean;
  endpoint: boolean;
}

export interface OwnNotificationServices extends CoreServices {
  ownNotifications: {
    channels: OwnNotificationChannels;
  };
}
