import { declareListView, flag } from "./declared-view.ts";

const view = declareListView({ unread: flag() });

export type OwnNotificationsView = ReturnType<typeof view.parse>;

export const {
  parse: parseOwnNotificationsView,
  params: ownNotificationsViewParams,
  change: changeOwnNotificationsView,
  query: ownNotificationsQuery,
} = view;
