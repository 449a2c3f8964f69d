import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** A finished backup, restore or removal of old records. */
export interface MaintenanceRunsTable {
  runID: string;
  kind: string;
  endedAt: number;
  /** The run's own report, as a JSON object. */
  detail: string;
}

/** A process of the console, according to its last report. */
export interface ReplicasTable {
  /** A new ID for each start of a process. */
  replicaID: string;
  startedAt: number;
  /** When the report was stored, by the store's clock. */
  seenAt: number;
  /** `ReplicaReport` as JSON. */
  report: string;
}

export async function createConsoleHealthTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("maintenanceRuns")
    .addColumn("runID", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("endedAt", "bigint", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();
  await createIndexes(db, "maintenanceRuns", {
    maintenanceRunsByKind: ["kind", "endedAt"],
  });
  await db.schema
    .createTable("replicas")
    .addColumn("replicaID", "text", (column) => column.primaryKey())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("seenAt", "bigint", (column) => column.notNull())
    .addColumn("report", "text", (column) => column.notNull())
    .execute();
}
