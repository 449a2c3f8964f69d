import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

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

/** Jobs that failed or seem stuck, as the API last reported them. */
export interface OddJobsTable {
  environment: string;
  jobID: string;
  state: string;
  type: string | null;
  customerID: string | null;
  since: number;
  changedAt: string | null;
}

export async function createAttentionTables(db: AnyKysely): Promise<void> {
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
  await createIndexes(db, "attentionSnoozes", {
    attentionSnoozesByEnd: ["until"],
  });
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
  await createIndexes(db, "attentionHandled", {
    attentionHandledByAge: ["createdAt"],
  });
  await db.schema
    .createTable("attentionStart")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
  await db.insertInto("attentionStart").values({ only: 1, since: 0 }).execute();
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
  await createIndexes(db, "notifications", {
    notificationsByAge: ["seenAt"],
    notificationsWaiting: { columns: ["createdAt", "notificationID"], where: '"acceptedAt" is null' },
  });
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
  await db.schema
    .createTable("stoppedOutboxes")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("stoppedAt", "bigint", (column) => column.notNull())
    .addColumn("lastSequence", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("oddJobs")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("jobID", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("type", "text")
    .addColumn("customerID", "text")
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("changedAt", "text")
    .addPrimaryKeyConstraint("oddJobsKey", ["environment", "jobID"])
    .execute();
  await createIndexes(db, "oddJobs", {
    oddJobsByAge: ["environment", "since"],
  });
}
