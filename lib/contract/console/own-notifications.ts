import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { pageQuery } from "#lib/contract/list.ts";
import { ownNotificationKindNames } from "#lib/contract/values/console/own-notification-kinds.ts";

/** A notification of one person. All texts are plain text. */
export const ownNotificationSchema = z.object({
  /** The ID of the notification. */
  notificationID: z.string(),
  kind: z.enum(ownNotificationKindNames),
  /** What has happened, for example `failed`. Each kind has its own states. */
  state: z.string(),
  environment: environmentSchema,
  /** The customer's name, or a description of the subject. */
  title: z.string(),
  /** Who caused it. `name` is the current name. Absent if the console did. */
  by: z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() }).optional(),
  /** ISO 8601 in UTC, like `readAt`. */
  createdAt: z.string(),
  /** When the person has read it. Absent if the person has not. */
  readAt: z.string().optional(),
  /** The path of the page that shows the subject. */
  href: z.string(),
});

export type OwnNotification = z.infer<typeof ownNotificationSchema>;

/** The query of `GET /api/me/notifications`, as text from a URL. */
export const ownNotificationQuerySchema = z.strictObject({
  ...pageQuery,
  /** True to list only notifications that the person has not read. */
  unread: z
    .enum(["true", "false", ""], { error: "must be true or false" })
    .transform((value) => value !== "false")
    .default(false),
});

export type OwnNotificationQuery = z.output<typeof ownNotificationQuerySchema>;

/** The answer of `GET /api/me/notifications`, newest first. */
export const ownNotificationListSchema = z.object({
  /** The notifications of this page. */
  notifications: z.array(ownNotificationSchema),
  total: z.number(),
  /** The number of notifications that the person has not read, without a filter. */
  unread: z.number(),
  limit: z.number(),
  offset: z.number(),
  /** Where else notifications can be sent. */
  channels: z.object({
    /** True if the operator has configured a mail server. */
    email: z.boolean(),
    /** True if the operator has configured the notification endpoint. */
    endpoint: z.boolean(),
  }),
  asOf: z.string(),
});

export type OwnNotificationList = z.infer<typeof ownNotificationListSchema>;

/** The body of `PUT /api/me/notifications/{notificationID}/read`. */
export const ownNotificationReadSchema = z.strictObject({
  /** True: the person has read it. */
  read: z.boolean({ error: "must be true or false" }),
});

/** The body of `POST /api/me/notifications/read`. */
export const readAllSchema = z.strictObject({
  /** Notifications up to this time are marked as read: `asOf` of the list that the person saw. */
  upTo: z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-23T09:00:00Z" }),
});
