import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** People's own notifications. Times are milliseconds since 1970. */
export interface OwnNotificationsTable {
  /** A hash of the person and the key of the notification, so that it is stored once for each person. */
  notificationID: string;
  staffID: string;
  environment: string;
  kind: string;
  state: string;
  /** The customer's name, or a description of the subject. */
  title: string;
  /** The ID of the customer that the title names, normalised with `idKey`. Null if it names no customer. */
  customerKey: string | null;
  /** The path of the page that shows the subject. */
  href: string;
  /** Who caused it. Null: the console. */
  byStaffID: string | null;
  byEmail: string | null;
  createdAt: number;
  readAt: number | null;
  /** When it is due by e-mail. Null: it is not sent, or a process has claimed it. */
  emailAt: number | null;
  /**
   * The e-mail for which a process has claimed it, and when. Null again after an e-mail that certainly was not sent.
   */
  emailID: string | null;
  emailClaimedAt: number | null;
  /** The number of e-mails that certainly were not sent. */
  emailFailures: number;
  /** `sent`, `failed` or `unknown`. Null before the mail server has answered. */
  emailResult: string | null;
  /** Why the last e-mail was not sent or may not have arrived, and when. Null after an e-mail that was sent. */
  emailProblem: string | null;
  emailProblemAt: number | null;
  /** When it is due for the notification endpoint. Null: it is not sent, or it is in the outbox. */
  endpointAt: number | null;
}

export async function createOwnNotificationTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("ownNotifications")
    .addColumn("notificationID", "text", (column) => column.primaryKey())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("customerKey", "text")
    .addColumn("href", "text", (column) => column.notNull())
    .addColumn("byStaffID", "text")
    .addColumn("byEmail", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("readAt", "bigint")
    .addColumn("emailAt", "bigint")
    .addColumn("emailID", "text")
    .addColumn("emailClaimedAt", "bigint")
    .addColumn("emailFailures", "integer", (column) => column.notNull())
    .addColumn("emailResult", "text")
    .addColumn("emailProblem", "text")
    .addColumn("emailProblemAt", "bigint")
    .addColumn("endpointAt", "bigint")
    .execute();
  // The indexes with a condition are small, because they contain only notifications that are unread or not sent yet.
  await createIndexes(db, "ownNotifications", {
    ownNotificationsByAge: ["createdAt"],
    ownNotificationsByCustomer: ["environment", "customerKey"],
    ownNotificationsByEmail: { columns: ["emailAt"], where: '"emailAt" is not null' },
    ownNotificationsByEmailProblem: { columns: ["emailProblemAt"], where: '"emailProblemAt" is not null' },
    ownNotificationsByEndpoint: { columns: ["endpointAt"], where: '"endpointAt" is not null' },
    ownNotificationsByMail: { columns: ["emailID"], where: '"emailID" is not null' },
    ownNotificationsByPerson: ["staffID", "createdAt", "notificationID"],
    ownNotificationsUnread: { columns: ["staffID"], where: '"readAt" is null' },
  });
}
