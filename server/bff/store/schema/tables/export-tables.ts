import type { Generated } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { PushLeaseColumns } from "./attention-tables.ts";

/** Schedules that export a saved view. Times are milliseconds since 1970. */
export interface ExportSchedulesTable {
  scheduleID: string;
  environment: string;
  viewID: string;
  /** The name of the view when it was last chosen, and 1 if it was shared then. Used after the view was deleted. */
  viewName: string;
  viewShared: number;
  /** The owner. Each run uses this person's present rights. */
  staffID: string;
  /** The owner's e-mail address when they became the owner. */
  email: string;
  format: string;
  columnNames: string;
  /** 1 if each file is sent to the endpoint. */
  sends: number;
  /** `ExportTimes` as JSON. */
  times: string;
  zone: string;
  state: string;
  stopReason: string | null;
  stoppedAt: number | null;
  /** The next time. Null with the state `active`: it must be computed, and times in the past get no run. */
  dueAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** Runs of schedules. Times are milliseconds since 1970. */
export interface ExportRunsTable {
  runID: string;
  scheduleID: string;
  environment: string;
  /** A schedule has at most one run for each time. */
  dueAt: number;
  cause: string;
  missed: number;
  state: string;
  /** The number of attempts, including those whose process ended. */
  attempts: number;
  /** JSON, like `coverage`. */
  problem: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  fileName: string | null;
  rows: number | null;
  bytes: number | null;
  /** The size of the stored parts, in bytes. */
  storedBytes: number;
  sha256: string | null;
  coverage: string | null;
  removedAt: number | null;
  removedWhy: string | null;
  sendState: string | null;
  sentAt: number | null;
  /** How many times the endpoint did not accept the file, why it last did not, and when it is sent again (store clock). */
  sendFailures: Generated<number>;
  sendProblem: string | null;
  sendRetryAt: number | null;
  createdAt: number;
  leaseID: string | null;
  leaseUntil: number | null;
}

/** The files, in parts. */
export interface ExportFilePartsTable {
  runID: string;
  /** The number of the part. The first part has number 0. */
  part: number;
  content: string;
}

/** This table has one row: which replica sends files. `exportRuns` has the failed attempts to send each file. */
export interface ExportPushTable extends PushLeaseColumns {
  /** Always 1, so that the table has only one row. */
  only: number;
}

export async function createExportTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("exportSchedules")
    .addColumn("scheduleID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("viewID", "text", (column) => column.notNull())
    .addColumn("viewName", "text", (column) => column.notNull())
    .addColumn("viewShared", "integer", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("columnNames", "text", (column) => column.notNull())
    .addColumn("sends", "integer", (column) => column.notNull())
    .addColumn("times", "text", (column) => column.notNull())
    .addColumn("zone", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("stopReason", "text")
    .addColumn("stoppedAt", "bigint")
    .addColumn("dueAt", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await createIndexes(db, "exportSchedules", {
    exportSchedulesByDue: ["state", "dueAt"],
    exportSchedulesByEnvironment: ["environment", "createdAt"],
  });
  await db.schema
    .createTable("exportRuns")
    .addColumn("runID", "text", (column) => column.primaryKey())
    .addColumn("scheduleID", "text", (column) => column.notNull().references("exportSchedules.scheduleID"))
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("dueAt", "bigint", (column) => column.notNull())
    .addColumn("cause", "text", (column) => column.notNull())
    .addColumn("missed", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("startedAt", "bigint")
    .addColumn("finishedAt", "bigint")
    .addColumn("fileName", "text")
    .addColumn("rows", "integer")
    .addColumn("bytes", "bigint")
    .addColumn("storedBytes", "bigint", (column) => column.notNull())
    .addColumn("sha256", "text")
    .addColumn("coverage", "text")
    .addColumn("removedAt", "bigint")
    .addColumn("removedWhy", "text")
    .addColumn("sendState", "text")
    .addColumn("sentAt", "bigint")
    .addColumn("sendFailures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("sendProblem", "text")
    .addColumn("sendRetryAt", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("leaseID", "text")
    .addColumn("leaseUntil", "bigint")
    .execute();
  await createIndexes(db, "exportRuns", {
    exportRunsByEnvironment: ["environment", "createdAt"],
    exportRunsBySending: ["sendState", "finishedAt"],
    exportRunsByState: ["state", "createdAt"],
    exportRunsByTime: { columns: ["scheduleID", "dueAt"], isUnique: true },
  });
  await db.schema
    .createTable("exportFileParts")
    .addColumn("runID", "text", (column) => column.notNull().references("exportRuns.runID"))
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("exportFilePartsKey", ["runID", "part"])
    .execute();
  await db.schema
    .createTable("exportPush")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("leaseID", "text")
    .addColumn("leaseUntil", "bigint")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("retryAt", "bigint")
    .execute();
  await db.insertInto("exportPush").values({ only: 1, failures: 0 }).execute();
}
