import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { EmailProblems } from "#server/bff/store/own-notifications/own-notifications.ts";

/** Where notifications can also be sent. False if the operator has not configured it. */
export interface OwnNotificationChannels {
  email: boolean;
  endpoint: boolean;
}

export interface OwnNotificationServices extends CoreServices {
  ownNotifications: {
    channels: OwnNotificationChannels;
    /** The problems of the last 24 hours with e-mails. Undefined without a mail server. */
    emailProblems(): Promise<EmailProblems | undefined>;
  };
}
