import {
  type OwnNotification,
  ownNotificationListSchema,
  ownNotificationQuerySchema,
  ownNotificationReadSchema,
  readAllSchema,
} from "#lib/contract/console/own-notifications.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type OwnNotificationKind, ownNotificationKind } from "#lib/contract/values/console/own-notification-kinds.ts";
import { instant } from "#lib/format/instant.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type {
  OwnNotificationFilter,
  StoredOwnNotification,
} from "#server/bff/store/own-notifications/own-notifications.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { OwnNotificationServices } from "./own-notification-services.ts";

const route = routeWith<OwnNotificationServices>();

const filterOf = ({ staff: { staffID, environments } }: ActiveSession): OwnNotificationFilter => ({
  staffID,
  environments,
});

function viewOf(row: StoredOwnNotification): OwnNotification {
  const { notificationID, kind, state, environment, title, href, byStaffID, byEmail, createdAt, readAt } = row;
  return {
    notificationID,
    kind: kind as OwnNotificationKind,
    state,
    environment: environment as Environment,
    title,
    ...(byStaffID !== null && byEmail !== null && { by: { staffID: byStaffID, email: byEmail } }),
    createdAt: instant(createdAt),
    ...(readAt !== null && { readAt: instant(readAt) }),
    href,
  };
}

/**
 * The routes of a person's own notifications. The store records what was read, so all tabs and browsers show it.
 * Notifications of an environment that the person may no longer use are neither listed nor counted.
 */
export const ownNotificationRoutes = [
  route({
    method: "GET",
    path: "/api/me/notifications",
    about: "The person's own notifications, newest first.",
    policy: "viewer",
    peopleOnly: true,
    input: { query: ownNotificationQuerySchema },
    answer: ownNotificationListSchema,
    countsAsActivity: false,
    async handler({ services, session }, { query: { limit, offset, unread } }) {
      const { store, clock, ownNotifications } = services;
      const asOf = instant(clock.now());
      const list = await store.ownNotifications.list(filterOf(session), { unread, limit, offset });
      // A newer version may have stored kinds that this version does not know.
      const known = list.notifications.filter(({ kind }) => ownNotificationKind(kind) !== undefined);
      return {
        notifications: await withPersonNames(store.staff, ["by"], known.map(viewOf)),
        total: list.total,
        unread: list.unread,
        limit,
        offset,
        channels: ownNotifications.channels,
        asOf,
      };
    },
  }),
  route({
    method: "PUT",
    path: "/api/me/notifications/:notificationID/read",
    about: "Marks one of the person's notifications as read or unread.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: ownNotificationReadSchema },
    answer: ownNotificationReadSchema,
    countsAsWrite: false,
    errors: ["not_found"],
    async handler({ services, session }, { params: { notificationID }, body: { read } }) {
      const own = { staffID: session.staff.staffID, notificationID };
      if (await services.store.ownNotifications.setRead(own, read, services.clock.now())) return { read };
      throw new AppError("not_found", "This notification no longer exists.");
    },
  }),
  route({
    method: "POST",
    path: "/api/me/notifications/read",
    about: "Marks the person's notifications up to a time as read.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: readAllSchema },
    answer: "nothing",
    countsAsWrite: false,
    handler: ({ services, session }, { body: { upTo } }) =>
      services.store.ownNotifications.readAll(filterOf(session), Date.parse(upTo), services.clock.now()),
  }),
] as const;
