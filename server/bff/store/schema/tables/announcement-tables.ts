import type { AnyKysely } from "#server/database/migration.ts";

/** The announcement on every page. The table has one row, or none. Times are milliseconds since 1970. */
export interface AnnouncementsTable {
  /** Always 1, so that the table has at most one row. */
  only: number;
  announcementID: string;
  /** JSON: text, level, environments and link. */
  content: string;
  startsAt: number | null;
  endsAt: number | null;
  staffID: string;
  email: string;
  createdAt: number;
}

export async function createAnnouncementTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("announcements")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("announcementID", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("startsAt", "bigint")
    .addColumn("endsAt", "bigint")
    .addColumn("staffID", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
}
