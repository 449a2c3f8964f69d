import type { Environment } from "#lib/contract/environment.ts";

/**
 * The kinds of events. An event reports a new item that needs attention, the result or the near end of a planned
 * change, or a new notification of a person.
 */
export const notificationTypes = [
  "attention.opened",
  "planned.done",
  "planned.unknown",
  "planned.ends-soon",
  "person.notified",
] as const;

export type NotificationType = (typeof notificationTypes)[number];

/**
 * The subject of an event. It contains no e-mail address and no text that a person has typed. The linked page shows
 * such data.
 */
export interface NotificationSubject {
  kind: string;
  id: string;
  /** The customer's name, or a description of the item. */
  title: string;
  state?: string | undefined;
  customerID?: string | undefined;
  /** The ID of the responsible person in the console. */
  staffID?: string | undefined;
  /** ISO 8601 in UTC. */
  since?: string | undefined;
  /** When the subject ends, ISO 8601 in UTC. */
  endsAt?: string | undefined;
  /** The path of the page on which a person can act on the subject. */
  href: string;
}

/** An event for the notification endpoint. */
export interface NewNotification {
  /**
   * Identifies the event. The same key means the same event, even if several replicas detect it or one replica detects
   * it several times.
   */
  key: string;
  type: NotificationType;
  environment: Environment;
  subject: NotificationSubject;
}
