import type { Environment } from "#lib/contract/environment.ts";
import type { NewNotification } from "#server/bff/store/push/notification.ts";
import type { OpenItem } from "./attention-source.ts";

/** For rooms whose transactions cause events: these go into the outbox with `appendNotifications`. */
export interface NotificationPort {
  /** What to store: nothing where no endpoint is configured. */
  of(notifications: readonly NewNotification[]): readonly NewNotification[];
  /** Sends what was stored at once, instead of in a few seconds. */
  wake(): void;
}

/** What has happened in an environment lately, by what the store has: each event under a key of its own. */
export type NotificationSource = (environment: Environment) => Promise<readonly NewNotification[]>;

export const maxTitle = 200;

/** That an item has begun to wait. It is one event, whether its source or the worker that compares tells it first. */
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
