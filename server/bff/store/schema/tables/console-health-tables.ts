import type { Kysely } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

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

export const maintenanceMigration: Migration = {
  name: "0220_maintenance_runs",
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("maintenanceRuns")
      .addColumn("runID", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("endedAt", "bigint", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("maintenanceRunsByKind").on("maintenanceRuns").columns(["kind", "endedAt"]).execute();
  },
};

export const replicasMigration: Migration = {
  name: "0221_replicas",
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("replicas")
      .addColumn("replicaID", "text", (column) => column.primaryKey())
      .addColumn("startedAt", "bigint", (column) => column.notNull())
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addColumn("report", "text", (column) => column.notNull())
      .execute();
  },
};
