import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

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

export async function createJobTables(db: AnyKysely): Promise<void> {
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
  await createIndexes(db, "knownJobs", {
    knownJobsByAge: ["environment", "createdAt"],
    knownJobsByState: ["environment", "state", "createdAt"],
  });
}
