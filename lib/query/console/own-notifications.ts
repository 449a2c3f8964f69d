import type { QueryClient } from "@tanstack/react-query";
import type { OwnNotificationList } from "#lib/contract/console/own-notifications.ts";
import { api } from "#lib/paths.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import { ownRecordReading, pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";
import { type OwnNotificationsView, ownNotificationsQuery } from "#lib/url-state/own-notifications-view.ts";

const listKey = ["own-notifications"] as const;

type ReadList = (query: URLSearchParams, signal: AbortSignal) => Promise<OwnNotificationList>;

const overHttp: ReadList = (query, signal) =>
  fetchJson<OwnNotificationList>(
    api.ownNotifications(query),
    { notifications: "array", total: "number", unread: "number", channels: "object" },
    { signal, quiet: true },
  );

/** A page of the person's own notifications. */
export function ownNotificationsOptions(view: OwnNotificationsView, read: ReadList = overHttp) {
  const query = ownNotificationsQuery(view);
  return pageQuery([...listKey, query.toString()], (signal) => read(query, signal), 2_000, ownRecordReading);
}

/** Reads the list and the number of unread notifications again. */
export const refreshOwnNotifications = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: listKey }),
    client.invalidateQueries({ queryKey: attentionCountOptions().queryKey }),
  ]);

/** Marks a notification as read or unread. `keepalive`: the request continues after the person has left the page. */
export async function markOwnNotification(notificationID: string, read: boolean): Promise<void> {
  await sendJson("PUT", api.ownNotificationRead(notificationID), { read }, {}, { keepalive: true });
}

/** Marks all notifications up to a time as read. */
export async function markAllOwnNotifications(upTo: string): Promise<void> {
  await sendJson("POST", api.ownNotificationsRead(), { upTo });
}
