import type { Environment } from "#lib/contract/environment.ts";
import type { NewNotification } from "#server/bff/store/push/notification.ts";
import type { OpenItem } from "./attention-source.ts";

/**
 * The interface for modules whose transactions cause events. `appendNotifications` adds the events to the outbox in the
 * same transaction.
 */
export interface NotificationPort {
  /** Returns the events to store. Empty if no notification endpoint is configured. */
  of(notifications: readonly NewNotification[]): readonly NewNotification[];
  /** Sends the stored events immediately, without waiting for the next run. */
  wake(): void;
}

/** Reads the recent events of an environment from the store. Each event has its own key. */
export type NotificationSource = (environment: Environment) => Promise<readonly NewNotification[]>;

export const maxTitle = 200;

/**
 * The event for a new item that needs attention. The source of the item and the worker that compares items create equal
 * events, so the event is stored only once.
 */
export function attentionNotification(item: OpenItem): NewNotification {
  const { kind, id, environment, title, state, customerID, person, since, href, cause } = item;
  return {
    key: `attention ${environment} ${kind} ${id} ${cause ?? ""}`,
    type: "attention.opened",
    environment,
    subject: {
      kind,
      id,
      title: title.slice(0, maxTitle),
      href,
      ...(state !== undefined && { state }),
      ...(customerID !== undefined && { customerID }),
      ...(person !== undefined && { staffID: person.staffID }),
      ...(since !== undefined && { since }),
    },
  };
}
