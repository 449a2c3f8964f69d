import type { Selectable } from "kysely";
import { z } from "zod";
import { exportCoverageSchema, exportTimesSchema } from "#lib/contract/console/scheduled-export.ts";
import { exportFormats } from "#lib/contract/customers/customer-export.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import {
  exportCauses,
  exportRunStates,
  fileRemovals,
  scheduleStates,
  sendStates,
} from "#lib/contract/values/console/scheduled-exports.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const coverageSchema = exportCoverageSchema.extend({
  /** The view that the file was made from. Absent for files of earlier versions, like the other members. */
  viewID: z.string().optional(),
  /** The owner of the schedule when the file was made. */
  ownerID: z.string().optional(),
  /** True if the view was shared when the file was made. */
  shared: z.boolean().optional(),
});

export type StoredCoverage = z.output<typeof coverageSchema>;

const problemSchema = z.object({ code: z.string(), message: z.string() });

const scheduleSchema = z.object({
  scheduleID: z.string(),
  environment: environmentSchema,
  viewID: z.string(),
  viewName: z.string(),
  viewShared: z.number().transform((value) => value === 1),
  staffID: z.string(),
  email: z.string(),
  format: z.enum(exportFormats),
  columnNames: z.enum(["api", "page"]),
  sends: z.number().transform((value) => value === 1),
  times: jsonOf(exportTimesSchema),
  zone: z.string(),
  state: z.enum(scheduleStates),
  stopReason: z.string().nullable(),
  stoppedAt: z.number().nullable(),
  dueAt: z.number().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});

/** A schedule as stored. Times are milliseconds since 1970. */
export type StoredSchedule = z.output<typeof scheduleSchema>;

const runSchema = z.object({
  runID: z.string(),
  scheduleID: z.string(),
  environment: environmentSchema,
  dueAt: z.number(),
  cause: z.enum(exportCauses),
  missed: z.number(),
  state: z.enum(exportRunStates),
  attempts: z.number(),
  problem: jsonOf(problemSchema).nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  fileName: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  storedBytes: z.number(),
  sha256: z.string().nullable(),
  coverage: jsonOf(coverageSchema).nullable(),
  removedAt: z.number().nullable(),
  removedWhy: z.enum(fileRemovals).nullable(),
  sendState: z.enum(sendStates).nullable(),
  sentAt: z.number().nullable(),
  sendFailures: z.number(),
  sendProblem: z.string().nullable(),
  sendRetryAt: z.number().nullable(),
  createdAt: z.number(),
});

/** A run as stored. Times are milliseconds since 1970. */
export type StoredRun = z.output<typeof runSchema>;

export const scheduleOfRow = (row: Selectable<ConsoleSchema["exportSchedules"]>): StoredSchedule =>
  scheduleSchema.parse(row);

export const runOfRow = (row: Omit<Selectable<ConsoleSchema["exportRuns"]>, "leaseID" | "leaseUntil">): StoredRun =>
  runSchema.parse(row);
