import type { AnyKysely } from "#server/database/migration.ts";

/** A build whose scripts and styles are stored. */
export interface BuildsTable {
  buildID: string;
  /** When a console with this build was last started. */
  publishedAt: number;
}

export interface BuildFilesTable {
  buildID: string;
  path: string;
  /** The file's Content-Type. */
  type: string;
  /** `br` or `identity`. */
  encoding: string;
  /** The content of the file, in base64. */
  content: string;
}

export async function createBuildTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("builds")
    .addColumn("buildID", "text", (column) => column.primaryKey())
    .addColumn("publishedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("buildFiles")
    .addColumn("buildID", "text", (column) => column.notNull().references("builds.buildID"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("encoding", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("buildFilesByPath", ["buildID", "path"])
    .execute();
}
