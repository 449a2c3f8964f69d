import type { ExportCoverage, ExportRun, ScheduledExport } from "#lib/contract/console/scheduled-export.ts";
import type {
  ExportCause,
  ExportRunState,
  FileRemoval,
  ScheduleState,
  SendState,
} from "#lib/contract/values/console/scheduled-exports.ts";
import { exportTimesWords } from "#lib/format/export-times.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import { places } from "#lib/places.ts";

export const rowForms = { one: "customer", other: "customers" } as const;

export const exportsTexts = {
  title: places.scheduledExports.title,
  explained: (keptDays: number) =>
    `Files of saved views, made at the times that you choose. Each file is kept for ${keptDays === 1 ? "a day" : `${keptDays} days`}.`,
  note: "Files of saved views, made at the times that you choose.",
  add: "Schedule an export…",
  none: "No scheduled exports",
  noneNote: "Save a view on the customers page, then schedule its export. You can download the files here.",
  customers: "Go to customers",
  privateView: "A private view",
  endpoint: (origin: string) => `Files can also be sent to ${origin}.`,
} as const;

export const stateNames: Readonly<Record<ScheduleState, string>> = {
  active: "Active",
  paused: "Paused",
  stopped: "Stopped",
};

export const runStateNames: Readonly<Record<ExportRunState, string>> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
};

const causes: Readonly<Record<ExportCause, string>> = {
  due: "On schedule",
  late: "Late: it could not start on time",
  manual: "Started by a person",
};

const removals: Readonly<Record<FileRemoval, string>> = {
  age: "The file was kept for its time and then removed",
  person: "The file was deleted",
  erasure: "The file was removed because a customer was erased",
  restore: "The file was not part of the restored backup",
};

const sendNames: Readonly<Record<SendState, string>> = {
  waiting: "Waits to be sent",
  sent: "Sent",
  "given-up": "Not sent",
};

export const scheduleTexts = {
  when: ({ times, zone }: ScheduledExport) => exportTimesWords(times, zone),
  next: (at: string, zone: string) => `Next: ${formatWithZone(at, zone)}`,
  format: ({ format, columnNames }: ScheduledExport) =>
    format === "json" ? "JSON" : columnNames === "page" ? "CSV with the page's column names" : "CSV",
  sends: "sent to the endpoint",
  noEndpoint: "not sent: no endpoint is configured",
  sendsLater: "sent to the endpoint again when the export is active",
  shared: "shared view",
  own: "private view",
  deleted: "deleted view",
  owner: "Owner",
  stopped: "Stopped",
  run: "Run now",
  edit: "Change…",
  pause: "Pause",
  resume: "Resume",
  takeOver: "Take over",
  remove: "Delete…",
  name: (action: string, view: string) => `${action} ${view}`,
  started: "The export has started",
  paused: "The scheduled export is paused",
  resumed: "The scheduled export is active",
  takenOver: "You are now the owner of this scheduled export",
  failed: "Nothing was changed",
  runs: (view: string) => `Runs of ${view}`,
  noRuns: "No runs yet",
} as const;

export const runTexts = {
  file: "File",
  download: "Download",
  downloadName: (file: string) => `Download ${file}`,
  deleteName: (file: string) => `Delete ${file}`,
  cause: ({ cause, missed }: ExportRun) =>
    missed === 0
      ? causes[cause]
      : `${causes[cause]}. ${missed === 1 ? "1 earlier run was" : `${formatCount(missed)} earlier runs were`} missed`,
  removed: (why: FileRemoval) => removals[why],
  read: "Read",
  keptUntil: "kept until",
  sent: (state: SendState) => sendNames[state],
  again: "It is tried again",
  lastAttempt: "Last attempt",
  hidden: "You may not see this file: its view was not shared with you when the file was made.",
  /** Remarks about the customers in the file. */
  notes: ({ drifted, changed = 0, unconfirmed = 0, erased = 0 }: ExportCoverage): string[] => [
    ...(drifted && changed + unconfirmed === 0 ? ["The list changed while it was read"] : []),
    ...(changed > 0 ? [`${formatCount(changed)} left out because they no longer match`] : []),
    ...(unconfirmed > 0 ? [`${formatCount(unconfirmed)} left out because they could not be read`] : []),
    ...(erased > 0 ? [`${formatCount(erased)} left out because they were erased from Switchboard`] : []),
  ],
  deleted: "The file is deleted",
  notDeleted: "The file was not deleted.",
} as const;

export const formTexts = {
  addTitle: "Schedule an export",
  changeTitle: "Change the scheduled export",
  view: "View",
  chooseView: "Choose a view",
  loadingViews: "Loading views…",
  noViews: "There are no saved views yet. Save one on the customers page first.",
  own: "My views",
  shared: "Shared views",
  viewNote: "If the view is changed, the next file covers the changed view.",
  when: "When",
  whens: { day: "Daily", week: "Weekly", month: "Monthly" },
  days: "Days",
  noDays: "Choose at least one day",
  day: "Day of the month",
  last: "Last day",
  dayNumber: (day: number) => `Day ${day}`,
  time: "Time",
  badTime: "Enter a time such as 07:00",
  zone: "Time zone",
  utc: "UTC",
  clocks:
    "If the clocks skip this time, the export runs an hour later on that day. If they repeat it, the export runs once, at the first of the two.",
  format: "Format",
  formats: { csv: "CSV, for spreadsheets", json: "JSON" },
  sends: "Also send each file to the endpoint",
  sendsNote: (origin: string) => `Each file is signed and sent to ${origin}.`,
  rights:
    "Each run uses your rights at that time. If you have lost a right or the view was deleted, the scheduled export stops and appears under Attention.",
  cancel: "Cancel",
  add: "Schedule",
  save: "Save",
  failed: "Nothing was saved",
  wasSaved: "The scheduled export is saved",
} as const;

export const removeTexts = {
  title: "Delete this scheduled export?",
  note: "Its files are deleted too. Files that were sent or downloaded before are not affected.",
  cancel: "Cancel",
  remove: "Delete",
  failed: "Nothing was deleted",
  removed: "The scheduled export is deleted",
} as const;
