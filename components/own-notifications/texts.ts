import { places } from "#lib/places.ts";

export const ownNotificationForms = { one: "notification", other: "notifications" } as const;

export const ownNotificationTexts = {
  title: places.notifications.title,
  note: "Mentions, hand-overs, approvals, failures, planned changes and views that concern you.",
  pager: "Pages of notifications",
  loading: "Loading notifications…",
  empty: "No notifications",
  emptyReason:
    "You get one when somebody mentions you or hands work over to you, or when your work fails or needs you.",
  emptyUnread: "No unread notifications",
  emptyUnreadReason: "You have read all notifications.",
  showAll: "Show all",
  shown: "Show",
  all: "All",
  unread: "Unread",
  what: "Notification",
  environment: "Environment",
  at: "When",
  actions: "Actions",
  isUnread: "Unread",
  somebody: "Somebody",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  markLabel: (action: string, sentence: string) => `${action}: ${sentence}`,
  markAll: "Mark all as read",
  allRead: "All notifications are marked as read.",
  settings: "Choose what is sent to you",
} as const;
