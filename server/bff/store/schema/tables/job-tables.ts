import type { Migration } from "#server/database/migrate.ts";

/** The jobs that answers of the API have shown. */
export interface KnownJobsTable {
  environment: string;
  jobID: string;
  state: string;
  /** JSON. */
  job: string;
  /** When the API created the job, by the API's clock. If the API gave no time, when the job was first seen. */
  createdAt: number;
  seenAt: number;
}

export const knownJobsMigration: Migration = {
  name: "0445_known_jobs",
  async up(db) {
    await db.schema
      .createTable("knownJobs")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("jobID", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("job", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownJobsKey", ["environment", "jobID"])
      .execute();
    await db.schema
      .createIndex("knownJobsByState")
      .on("knownJobs")
      .columns(["environment", "state", "createdAt"])
      .execute();
    await db.schema.createIndex("knownJobsByAge").on("knownJobs").columns(["environment", "createdAt"]).execute();
  },
};
