import type { Environment } from "#lib/contract/environment.ts";

/** What somebody is told of: something that needs a person, or how a planned change fared. */
export const notificationTypes = ["attention.opened", "planned.done", "planned.unknown", "planned.ends-soon"] as const;

export type NotificationType = (typeof notificationTypes)[number];

/** What an event is about. No e-mail address, no text that a person has typed: the page behind the link has them. */
export interface NotificationSubject {
  kind: string;
  id: string;
  /** The customer's name, or what it is. */
  title: string;
  state?: string | undefined;
  customerID?: string | undefined;
  /** Whose it is, by the ID that the console gives people. */
  staffID?: string | undefined;
  /** ISO 8601 in UTC. */
  since?: string | undefined;
  /** When what it is about ends, ISO 8601 in UTC. */
  endsAt?: string | undefined;
  /** The path of the page where a person can act. */
  href: string;
}

/** An event for the notification endpoint. */
export interface NewNotification {
  /** Names the event: the same key is the same event, however often and from wherever it is told. */
  key: string;
  type: NotificationType;
  environment: Environment;
  subject: NotificationSubject;
}
