import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** Items that a person has snoozed for everybody. */
export interface AttentionSnoozesTable {
  environment: string;
  kind: string;
  itemID: string;
  /** Why the item needed attention when it was snoozed. If the cause changes, the item is shown again. */
  cause: string;
  until: number;
  reason: string;
  staffID: string;
  /** The person's e-mail address when the item was snoozed. */
  email: string;
  createdAt: number;
}

/** Items that a person has marked as handled for everybody. */
export interface AttentionHandledTable {
  environment: string;
  kind: string;
  itemID: string;
  /** Why the item needed attention when it was marked. If the cause changes, the item is shown again. */
  cause: string;
  reason: string | null;
  staffID: string;
  /** The person's e-mail address when the item was marked. */
  email: string;
  createdAt: number;
}

/** This table has one row. Failures since the time in this row stay in the list until a person handles them. */
export interface AttentionStartTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  since: number;
}

/** Events for the notification endpoint. Finished events are stored for some time, so that no event is sent twice. */
export interface NotificationsTable {
  /** Derived from the event's key. The same event always has the same ID. */
  notificationID: string;
  environment: string;
  type: string;
  /** The event as JSON. */
  body: string;
  createdAt: number;
  /** When the cause of the event was last observed. */
  seenAt: number;
  acceptedAt: number | null;
  /**
   * When the console gave up sending the event. The receiver had not accepted the event for too long, or too many
   * events were waiting.
   */
  givenUpAt: number | null;
}

/** The columns of the push lease in a table with one row. */
export interface PushLeaseColumns {
  leaseID: string | null;
  leaseUntil: number | null;
  failures: number;
  problem: string | null;
  retryAt: number | null;
}

/** This table has one row: which replica sends notifications, and the state of the delivery. */
export interface NotificationPushTable extends PushLeaseColumns {
  /** Always 1, so that the table has only one row. */
  only: number;
}

/** Outboxes that send nothing until a person restarts them or removes their waiting events. */
export interface StoppedOutboxesTable {
  /** One of `outboxNames`. */
  name: string;
  stoppedAt: number;
  /** The sequence number of the last audit event when the outbox was stopped. */
  lastSequence: number;
}

export const stoppedOutboxesMigration: Migration = {
  name: "0341_stopped_outboxes",
  async up(db) {
    await db.schema
      .createTable("stoppedOutboxes")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("stoppedAt", "bigint", (column) => column.notNull())
      .addColumn("lastSequence", "bigint", (column) => column.notNull())
      .execute();
  },
};

const listedBeforeMs = 7 * 24 * 60 * 60_000;

export const attentionHandledMigration: Migration = {
  name: "0437_attention_handled",
  async up(db) {
    await db.schema
      .createTable("attentionHandled")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("itemID", "text", (column) => column.notNull())
      .addColumn("cause", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("attentionHandledKey", ["environment", "kind", "itemID"])
      .execute();
    await db.schema.createIndex("attentionHandledByAge").on("attentionHandled").column("createdAt").execute();
    await db.schema
      .createTable("attentionStart")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("since", "bigint", (column) => column.notNull())
      .execute();
    // Earlier versions listed a failure for seven days. Failures that had already left the list are not listed again.
    await sql`insert into "attentionStart" ("only", "since")
      select 1, coalesce(max("createdAt") - ${sql.lit(listedBeforeMs)}, 0) from "operations"`.execute(db);
    await sql`delete from "oddJobs" where "state" = 'failed' and "since" <
      (select max("since") from "oddJobs") - ${sql.lit(listedBeforeMs)}`.execute(db);
  },
};

export const attentionMigration: Migration = {
  name: "0290_attention",
  async up(db) {
    await db.schema
      .createTable("attentionSnoozes")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("itemID", "text", (column) => column.notNull())
      .addColumn("cause", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("attentionSnoozesKey", ["environment", "kind", "itemID"])
      .execute();
    await db.schema.createIndex("attentionSnoozesByEnd").on("attentionSnoozes").column("until").execute();
    await db.schema
      .createTable("notifications")
      .addColumn("notificationID", "text", (column) => column.primaryKey())
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addColumn("acceptedAt", "bigint")
      .addColumn("givenUpAt", "bigint")
      .execute();
    await db.schema
      .createIndex("notificationsWaiting")
      .on("notifications")
      .columns(["createdAt", "notificationID"])
      .where(sql.ref("acceptedAt"), "is", null)
      .execute();
    await db.schema.createIndex("notificationsByAge").on("notifications").column("seenAt").execute();
    await db.schema
      .createTable("notificationPush")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("leaseID", "text")
      .addColumn("leaseUntil", "bigint")
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("retryAt", "bigint")
      .execute();
    await db.insertInto("notificationPush").values({ only: 1, failures: 0 }).execute();
  },
};
