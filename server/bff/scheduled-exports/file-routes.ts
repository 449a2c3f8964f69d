import { AppError } from "#lib/contract/operations/app-error.ts";
import { csvCutMark } from "#server/bff/core/export/csv.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import { exportContentTypes } from "#server/bff/customers/export-customers.ts";
import type { StoredRun } from "#server/bff/store/scheduled-exports/export-rows.ts";
import { type Context, scheduleEvent } from "./change-schedule.ts";
import { findSchedule, maySeeFileOf } from "./schedule-access.ts";
import { storedTexts } from "./stored-texts.ts";

const fileNotFound = () =>
  new AppError("not_found", "This file does not exist or was deleted, or you may not see its view.");

/** The run of a schedule that has made a file. Throws `not_found` if there is no such run. */
async function findRun({ services }: Context, scheduleID: string, runID: string): Promise<StoredRun> {
  const run = await services.store.exportRuns.findFile(runID);
  if (run?.scheduleID !== scheduleID) throw fileNotFound();
  return run;
}

/** Sends a stored file. Each download is recorded before the first byte is sent. */
export async function downloadFile(context: Context, scheduleID: string, runID: string): Promise<StreamedFile> {
  const { services } = context;
  const { schedule, rights } = await findSchedule(context, scheduleID);
  if (!rights.download) throw fileNotFound();
  const run = await findRun(context, scheduleID, runID);
  if (!maySeeFileOf(run, schedule, context.session)) throw fileNotFound();
  const { fileName, rows } = run;
  const event = scheduleEvent(context, "scheduled-export.downloaded", scheduleID, { after: { runID, rows } });
  if (!(await services.store.exportRuns.recordDownload(runID, event, services.clock.now()))) throw fileNotFound();
  const format = fileName?.endsWith(".json") ? "json" : "csv";
  return {
    fileName: fileName ?? `${schedule.scheduleID}.${format}`,
    contentType: exportContentTypes[format],
    ...streamTexts({
      clock: services.clock,
      texts: storedTexts(services, run),
      left: () => {},
      ...(format === "csv" ? { cutMark: csvCutMark } : {}),
    }),
  };
}

/** Deletes a stored file before it expires. */
export async function removeFile(context: Context, scheduleID: string, runID: string): Promise<void> {
  const { services } = context;
  const { rights } = await findSchedule(context, scheduleID);
  if (!rights.remove) throw new AppError("forbidden", "Only the owner or an administrator can delete a file.");
  await findRun(context, scheduleID, runID);
  const event = scheduleEvent(context, "scheduled-export.file-removed", scheduleID, { after: { runID } });
  if (!(await services.store.exportRuns.removeFile(runID, event, services.clock.now()))) throw fileNotFound();
}
