import type { Environment } from "#lib/contract/environment.ts";

/** The kinds of events: an item that needs attention, or the result of a planned change. */
export const notificationTypes = ["attention.opened", "planned.done", "planned.unknown", "planned.ends-soon"] as const;

export type NotificationType = (typeof notificationTypes)[number];

/**
 * The subject of an event. It contains no e-mail address and no text that a person has typed. Such data is shown only
 * on the linked page.
 */
export interface NotificationSubject {
  kind: string;
  id: string;
  /** The customer's name, or a description of the item. */
  title: string;
  state?: string | undefined;
  customerID?: string | undefined;
  /** The console's ID of the responsible person. */
  staffID?: string | undefined;
  /** ISO 8601 in UTC. */
  since?: string | undefined;
  /** When the subject ends, ISO 8601 in UTC. */
  endsAt?: string | undefined;
  /** The path of the page where a person can act on it. */
  href: string;
}

/** An event for the notification endpoint. */
export interface NewNotification {
  /**
   * Identifies the event. The same key means the same event, even if the event is detected several times or on several
   * replicas.
   */
  key: string;
  type: NotificationType;
  environment: Environment;
  subject: NotificationSubject;
}
