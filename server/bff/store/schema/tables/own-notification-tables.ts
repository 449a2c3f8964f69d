import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

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

export const ownNotificationsMigration: Migration = {
  name: "0461_own_notifications",
  async up(db, dialect) {
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
      .addColumn("endpointAt", "bigint")
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on("ownNotifications").columns(columns);
    await index("ownNotificationsByPerson", ["staffID", "createdAt", "notificationID"]).execute();
    await index("ownNotificationsByCustomer", ["environment", "customerKey"]).execute();
    await index("ownNotificationsByAge", ["createdAt"]).execute();
    // These indexes are small, because they contain only notifications that are unread or not sent yet.
    await index("ownNotificationsUnread", ["staffID"]).where(sql.ref("readAt"), "is", null).execute();
    await index("ownNotificationsByEmail", ["emailAt"]).where(sql.ref("emailAt"), "is not", null).execute();
    await index("ownNotificationsByMail", ["emailID"]).where(sql.ref("emailID"), "is not", null).execute();
    await index("ownNotificationsByEndpoint", ["endpointAt"]).where(sql.ref("endpointAt"), "is not", null).execute();
    if (dialect === "sqlite") return;
    await sql`create trigger announce_written after insert or update or delete on ${sql.table("ownNotifications")}
      for each row execute function announce_written()`.execute(db);
  },
};

/**
 * Finds the bulk change that has created a planned change, so that a bulk change gets one notification for each state.
 */
export const bulkRowsByPlannedMigration: Migration = {
  name: "0462_bulk_rows_by_planned",
  index: {
    name: "bulkRowsByPlanned",
    table: "bulkRows",
    columns: ["plannedChangeID"],
    present: "plannedChangeID",
  },
};

export const emailProblemsMigration: Migration = {
  name: "0473_email_problems",
  async up(db) {
    await db.schema.alterTable("ownNotifications").addColumn("emailProblem", "text").execute();
    await db.schema.alterTable("ownNotifications").addColumn("emailProblemAt", "bigint").execute();
    await db.schema
      .createIndex("ownNotificationsByEmailProblem")
      .on("ownNotifications")
      .columns(["emailProblemAt"])
      .where(sql.ref("emailProblemAt"), "is not", null)
      .execute();
  },
};
