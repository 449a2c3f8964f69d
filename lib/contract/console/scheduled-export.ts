import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { customerExportFileSchema, exportFormats } from "#lib/contract/customers/customer-export.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import {
  exportCauses,
  exportRunStates,
  fileRemovals,
  scheduleStates,
  sendStates,
} from "#lib/contract/values/console/scheduled-exports.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 07:00" });

/** When a schedule runs: every day, on days of the week, or on a day of the month. */
export const exportTimesSchema = z.discriminatedUnion("every", [
  z.strictObject({
    /** How often it runs: every day, on days of the week, or on one day of each month. */
    every: z.literal("day"),
    /** The local time at which it runs. */
    time,
  }),
  z.strictObject({
    /** How often it runs: every day, on days of the week, or on one day of each month. */
    every: z.literal("week"),
    /** 1 is Monday. */
    days: z.array(z.int().min(1).max(7)).min(1, { error: "must name at least one day" }).max(7),
    /** The local time at which it runs. */
    time,
  }),
  z.strictObject({
    /** How often it runs: every day, on days of the week, or on one day of each month. */
    every: z.literal("month"),
    /** The day of the month, 1 to 28, or the last day of each month. */
    day: z.union([z.int().min(1).max(28), z.literal("last")], { error: "must be 1 to 28, or last" }),
    /** The local time at which it runs. */
    time,
  }),
]);

export type ExportTimes = z.output<typeof exportTimesSchema>;

const format = z.enum(exportFormats, { error: `must be ${exportFormats.join(" or ")}` });

const zone = z
  .string()
  .max(100)
  .refine((name) => isTimeZone(name) && !/^[+-]/.test(name), { error: "must be a time zone such as Europe/Berlin" });

/** `name`: the current name. Absent for an API client and for a removed person. */
const person = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** What a file covers, and when its customers were read from the API. Times are ISO 8601 in UTC. */
export const exportCoverageSchema = z.object({
  /** The name of the view when the file was made. */
  view: z.string(),
  /** What the file covers, in words. The same text is in the file. */
  covers: z.string(),
  /** When the first customer was read from the API. */
  readFrom: z.string(),
  /** When the last customer was read from the API. */
  readUntil: z.string(),
  /** The number of customers in the list when the reading began. */
  expected: z.number(),
  /** The number of customers in the file. */
  count: z.number(),
  /** True if the list changed while it was read. Every customer that stayed in the list is in the file. */
  drifted: z.boolean(),
  /**
   * The number of customers that no longer matched when they were read. Only with filters that the API does not have.
   */
  changed: z.number().optional(),
  /**
   * The number of known customers that the API's list did not contain. Only with filters that the API does not have.
   */
  unconfirmed: z.number().optional(),
  /** The number of customers that are left out, because a person has erased them from Switchboard. */
  erased: z.number().optional(),
});

export type ExportCoverage = z.infer<typeof exportCoverageSchema>;

/** The JSON file of a run. A file that was cut off is not valid JSON. */
export const scheduledExportFileSchema = customerExportFileSchema.extend({
  /** What the file covers, in words. */
  covers: z.string(),
  view: z.object({ viewID: z.string(), name: z.string() }),
  /** The run that has made the file. `dueAt`: the time for which it was due; ISO 8601 in UTC. */
  run: z.object({
    /** The ID of the run. */
    runID: z.string(),
    dueAt: z.string(),
    cause: z.enum(exportCauses),
  }),
  customers: z.array(
    customerSchema.extend({
      /** When the customer was read from the API; ISO 8601 in UTC. */
      readAt: z.string(),
    }),
  ),
  /** When the last customer was read from the API; ISO 8601 in UTC. */
  readUntil: z.string(),
  /** The number of customers that are left out, because a person has erased them from Switchboard. */
  erased: z.number().optional(),
});

/** A run of a schedule, and its file. Times are ISO 8601 in UTC. */
export const exportRunSchema = z.object({
  /** The ID of the run. */
  runID: z.string(),
  /** The time for which the run was due. For a manual run, when a person started it. */
  dueAt: z.string(),
  cause: z.enum(exportCauses),
  /** The number of earlier due times that got no run. */
  missed: z.number(),
  state: z.enum(exportRunStates),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  /** Why the run has failed, or why its last attempt has failed. */
  problem: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Set if the run is done. */
  file: z
    .object({
      name: z.string(),
      rows: z.number(),
      /** The size of the file, in bytes. */
      bytes: z.number(),
      /** SHA-256 of the file, in hexadecimal. */
      sha256: z.string(),
      coverage: exportCoverageSchema,
      /** When the file is removed. Absent if it was removed. */
      keptUntil: z.string().optional(),
      /** When and why the file was removed. Absent while it is stored. */
      removed: z.object({ at: z.string(), why: z.enum(fileRemovals) }).optional(),
    })
    .optional(),
  /**
   * Absent if the file is not sent to the endpoint, also because a person has stopped the sending. `at`: when it was
   * sent or given up. `problem`: why the endpoint did not accept it at the last attempt.
   */
  sent: z.object({ state: z.enum(sendStates), at: z.string().optional(), problem: z.string().optional() }).optional(),
});

export type ExportRun = z.infer<typeof exportRunSchema>;

/** A schedule that exports the customers of a saved view. Times are ISO 8601 in UTC. */
export const scheduledExportSchema = z.object({
  /** The ID of the schedule. */
  scheduleID: z.string(),
  environment: environmentSchema,
  view: z.object({
    viewID: z.string(),
    /** The name of the view. Absent if the sender may not see the view. */
    name: z.string().optional(),
    /** True if the view is shared. For a deleted view: if it was shared. */
    shared: z.boolean(),
    /** True if the view was deleted. */
    deleted: z.boolean(),
    /** The query of the customers page. Absent if the view was deleted, or if the sender may not see it. */
    query: z.string().optional(),
  }),
  format,
  /** The column names of a CSV file: those of the API, or those of the page. */
  columnNames: z.enum(["api", "page"]),
  /** The days and the local time at which it runs. */
  times: exportTimesSchema,
  /** The IANA name of the time zone of `times`. */
  zone: z.string(),
  /** True if each file is also sent to the endpoint of EXPORT_URL. */
  sends: z.boolean(),
  state: z.enum(scheduleStates),
  /** Why the console has stopped the schedule, and when. Set only with the state `stopped`. */
  stopped: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** The next time of an active schedule. Absent for other states. */
  nextAt: z.string().optional(),
  /** Each run uses the present rights of this person. */
  owner: person,
  createdAt: z.string(),
  /** What the sender may do. */
  may: z.object({
    /** Change, pause, resume and run the schedule. */
    change: z.boolean(),
    /** Pause or delete the schedule, and delete its files. */
    remove: z.boolean(),
    /** Become the owner. */
    takeOver: z.boolean(),
    /** Download the files. */
    download: z.boolean(),
  }),
  /** The newest runs, newest first. */
  runs: z.array(exportRunSchema),
});

export type ScheduledExport = z.infer<typeof scheduledExportSchema>;

/** The answer of `GET /api/{environment}/scheduled-exports`: the schedules that the sender may see. */
export const scheduledExportListSchema = z.object({
  /** The schedules, oldest first. */
  schedules: z.array(scheduledExportSchema),
  /** The origin of the endpoint that files can be sent to. Absent if none is configured. */
  endpoint: z.string().optional(),
  /** For how many days a file is kept. */
  keptDays: z.number(),
  asOf: z.string(),
});

export type ScheduledExportList = z.infer<typeof scheduledExportListSchema>;

/** The answer of every change of a schedule. */
export const scheduledExportAnswerSchema = z.object({
  /** The schedule after the change. */
  schedule: scheduledExportSchema,
});

export type ScheduledExportAnswer = z.infer<typeof scheduledExportAnswerSchema>;

const members = {
  viewID: z.string({ error: "must be the ID of a view" }).min(1).max(100),
  format,
  times: exportTimesSchema,
  zone,
  sends: z.boolean({ error: "must be true or false" }),
};

/** The body of `POST /api/{environment}/scheduled-exports`. */
export const newScheduledExportSchema = z.strictObject({
  ...members,
  columnNames: csvColumnNamesSchema,
  sends: members.sends.default(false),
});

export type NewScheduledExport = z.output<typeof newScheduledExportSchema>;

/** The body of `PATCH /api/{environment}/scheduled-exports/{scheduleID}`. Absent members stay unchanged. */
export const scheduledExportChangeSchema = z
  .strictObject({
    ...members,
    columnNames: z.enum(["api", "page"], { error: "must be api or page" }),
    /** `active` resumes a paused or stopped schedule. */
    state: z.enum(["active", "paused"], { error: "must be active or paused" }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "must change something" });

export type ScheduledExportChange = z.output<typeof scheduledExportChangeSchema>;
