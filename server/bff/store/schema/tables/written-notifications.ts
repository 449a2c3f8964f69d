import { sql } from "kysely";
import { writtenChannel } from "#server/database/listen-for-writes.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The announced tables of the first version. The migration of a later table creates its own trigger. */
const firstAnnounced = [
  "approvals",
  "auditPush",
  "auditChain",
  "bulkRows",
  "bulks",
  "freezes",
  "importRows",
  "imports",
  "notificationPush",
  "notifications",
  "operations",
  "plannedChanges",
  "plannedSteps",
  "stoppedOutboxes",
  "exportPush",
  "exportRuns",
  "exportSchedules",
  "ownNotifications",
  "viewSubscriptions",
  "changeLimitPolicy",
  "changeLimitRequests",
] as const;

/**
 * The tables whose writes every process hears (server/database/listen-for-writes.ts). The work of the background
 * workers is stored in them.
 */
export const announcedTables = firstAnnounced;

export type AnnouncedTable = (typeof announcedTables)[number];

/**
 * Creates the triggers that announce written rows. Triggers also announce what older versions write. PostgreSQL delivers
 * equal notifications of one transaction only once.
 */
export async function announceWrites(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  if (dialect === "sqlite") return;
  await sql`create function announce_written() returns trigger language plpgsql as ${sql.lit(
    `begin perform pg_notify('${writtenChannel}', tg_table_name); return null; end`,
  )}`.execute(db);
  const announce = (table: string, writes: string) =>
    sql`create trigger announce_written after ${sql.raw(writes)} on ${sql.table(table)}
      for each row execute function announce_written()`.execute(db);
  for (const table of firstAnnounced) {
    // Every evaluation of a subscription updates its row, so these updates are not announced.
    await announce(table, table === "viewSubscriptions" ? "insert or delete" : "insert or update or delete");
  }
  // The replica that reads customers writes its row with every call. Only the release of its lease is news.
  await sql`create trigger announce_written after update on "knownFilling"
    for each row when (new."holder" is null) execute function announce_written()`.execute(db);
}
