import { declareListView, flag } from "./declared-view.ts";

/** The view of a person's own notifications. */
const view = declareListView({ unread: flag() });

export type OwnNotificationsView = ReturnType<typeof view.parse>;

export const {
  parse: parseOwnNotificationsView,
  params: ownNotificationsViewParams,
  change: changeOwnNotificationsView,
  query: ownNotificationsQuery,
} = view;
