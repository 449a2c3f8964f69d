import {
  newScheduledExportSchema,
  scheduledExportAnswerSchema,
  scheduledExportChangeSchema,
  scheduledExportFileSchema,
  scheduledExportListSchema,
} from "#lib/contract/console/scheduled-export.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { scheduledFileColumns } from "#server/bff/customers/customer-csv.ts";
import { addSchedule, changeSchedule, removeSchedule, runSchedule, takeOverSchedule } from "./change-schedule.ts";
import type { ExportServices } from "./export-services.ts";
import { downloadFile, removeFile } from "./file-routes.ts";
import { listSchedules } from "./schedule-view.ts";

const route = routeWith<ExportServices>();

/**
 * The routes of scheduled exports: a saved view is exported at chosen times.
 *
 * At a due time, one replica moves the schedule to its next time and adds a run, in one transaction (due-times.ts,
 * export-runner.ts). A run has a lease, so one replica at a time makes its file (run-export.ts). The file is stored in
 * parts, which every replica can read. export-push.ts sends it to the endpoint of EXPORT_URL. The reasons are
 * in docs/decisions/0082-scheduled-exports.md.
 */
export const scheduledExportRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/scheduled-exports",
    about: "The scheduled exports that a person may see, with their newest runs and files.",
    policy: "viewer",
    input: {},
    answer: scheduledExportListSchema,
    handler: (context) => listSchedules(context),
  }),
  route({
    method: "POST",
    path: "/api/:environment/scheduled-exports",
    about: "Schedules the export of a saved view. The sender becomes the owner, whose rights each run uses.",
    policy: "viewer",
    input: { body: newScheduledExportSchema },
    answer: scheduledExportAnswerSchema,
    statuses: [201],
    errors: ["forbidden", "invalid_request 409"],
    handler: (context, { body }) => addSchedule(context, body),
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/scheduled-exports/:scheduleID",
    about: "Changes, pauses or resumes a scheduled export. Administrators may pause those of other people.",
    policy: "viewer",
    input: { body: scheduledExportChangeSchema },
    answer: scheduledExportAnswerSchema,
    errors: ["forbidden", "invalid_request 409", "not_found"],
    handler: (context, { params: { scheduleID }, body }) => changeSchedule(context, scheduleID, body),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/scheduled-exports/:scheduleID",
    about: "Deletes a scheduled export with its runs and files.",
    policy: "viewer",
    input: {},
    answer: "nothing",
    errors: ["forbidden", "not_found"],
    handler: (context, { params: { scheduleID } }) => removeSchedule(context, scheduleID),
  }),
  route({
    method: "POST",
    path: "/api/:environment/scheduled-exports/:scheduleID/run",
    about: "Runs a scheduled export at once.",
    policy: "viewer",
    input: {},
    answer: scheduledExportAnswerSchema,
    statuses: [202],
    errors: ["forbidden", "invalid_request 409", "not_found"],
    handler: (context, { params: { scheduleID } }) => runSchedule(context, scheduleID),
  }),
  route({
    method: "POST",
    path: "/api/:environment/scheduled-exports/:scheduleID/take-over",
    about: "Makes the sender the owner of a stopped scheduled export, and resumes it.",
    policy: "viewer",
    input: {},
    answer: scheduledExportAnswerSchema,
    errors: ["forbidden", "invalid_request 409", "not_found"],
    handler: (context, { params: { scheduleID } }) => takeOverSchedule(context, scheduleID),
  }),
  route({
    method: "GET",
    path: "/api/:environment/scheduled-exports/:scheduleID/files/:runID",
    about: "Downloads the file of a run. Each download is recorded in the audit log.",
    policy: "viewer",
    countsAsWrite: true,
    input: {},
    answer: { file: { "text/csv": scheduledFileColumns, "application/json": scheduledExportFileSchema } },
    errors: ["not_found"],
    handler: (context, { params: { scheduleID, runID } }) => downloadFile(context, scheduleID, runID),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/scheduled-exports/:scheduleID/files/:runID",
    about: "Deletes the file of a run before its time.",
    policy: "viewer",
    input: {},
    answer: "nothing",
    errors: ["forbidden", "not_found"],
    handler: (context, { params: { scheduleID, runID } }) => removeFile(context, scheduleID, runID),
  }),
] as const;
