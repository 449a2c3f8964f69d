import { type Kysely, sql } from "kysely";
import { writtenChannel } from "#server/database/listen-for-writes.ts";
import type { Migration } from "#server/database/migrate.ts";

/** The tables that existed when this migration was written. The migration of a later table adds its own trigger. */
const firstAnnounced = [
  "approvals",
  "auditPush",
  "auditChain",
  "bulkRows",
  "bulks",
  "importRows",
  "imports",
  "notificationPush",
  "notifications",
  "operations",
  "plannedChanges",
  "plannedHolds",
  "plannedSteps",
  "stoppedOutboxes",
] as const;

/**
 * The tables whose writes every process hears (server/database/listen-for-writes.ts). The work of the background
 * workers is stored in them.
 */
export const announcedTables = [
  ...firstAnnounced,
  "exportPush",
  "exportRuns",
  "exportSchedules",
  "ownNotifications",
  "viewSubscriptions",
  "changeLimitPolicy",
  "changeLimitRequests",
] as const;

export type AnnouncedTable = (typeof announcedTables)[number];

/** Adds the trigger that announces writes to a table. For PostgreSQL only. */
export async function announceWritten<Schema>(db: Kysely<Schema>, table: string): Promise<void> {
  await sql`create trigger announce_written after insert or update or delete on ${sql.table(table)}
    for each row execute function announce_written()`.execute(db);
}

/**
 * Adds the triggers that announce written rows. Triggers also announce the writes of replicas of an earlier version.
 * PostgreSQL delivers equal notifications of one transaction only once.
 */
export const writtenNotificationsMigration: Migration = {
  name: "0454_written_notifications",
  async up(db, dialect) {
    if (dialect === "sqlite") return;
    await sql`create function announce_written() returns trigger language plpgsql as ${sql.lit(
      `begin perform pg_notify('${writtenChannel}', tg_table_name); return null; end`,
    )}`.execute(db);
    for (const table of firstAnnounced) await announceWritten(db, table);
    // The replica that reads customers writes its row with every call. Other processes need to hear only of the release
    // of its lease.
    await sql`create trigger announce_written after update on ${sql.table("knownFilling")}
      for each row when (new."holder" is null) execute function announce_written()`.execute(db);
  },
};
