import type { ExportRun, ScheduledExport, ScheduledExportList } from "#lib/contract/console/scheduled-export.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type SendState, shownRuns } from "#lib/contract/values/console/scheduled-exports.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { instant } from "#lib/format/instant.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredRun } from "#server/bff/store/scheduled-exports/export-rows.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { ExportServices } from "./export-services.ts";
import { maySeeFileOf, readSchedules, rightsOf, type ScheduleWithView, scheduleNotFound } from "./schedule-access.ts";

function fileView(run: StoredRun, keptDays: number): ExportRun["file"] {
  const { fileName, rows, bytes, sha256, finishedAt, removedAt, removedWhy } = run;
  if (fileName === null || rows === null || bytes === null || sha256 === null || !run.coverage) return undefined;
  const { viewID: _, ownerID: __, shared: ___, ...coverage } = run.coverage;
  return {
    name: fileName,
    rows,
    bytes,
    sha256,
    coverage,
    ...(removedAt !== null && removedWhy !== null
      ? { removed: { at: instant(removedAt), why: removedWhy } }
      : { keptUntil: instant((finishedAt ?? run.createdAt) + keptDays * dayMs) }),
  };
}

const sendingOf = ({ sentAt, sendProblem }: StoredRun, state: SendState): NonNullable<ExportRun["sent"]> => ({
  state,
  ...(sentAt !== null && { at: instant(sentAt) }),
  ...(sendProblem !== null && { problem: sendProblem }),
});

/** A run as the console shows it. The file is left out if the person may not see the file's view. */
function runView(run: StoredRun, keptDays: number, seesFile: boolean): ExportRun {
  const { runID, dueAt, cause, missed, state, startedAt, finishedAt, problem } = run;
  const file = seesFile ? fileView(run, keptDays) : undefined;
  return {
    runID,
    dueAt: instant(dueAt),
    cause,
    missed,
    state,
    ...(startedAt !== null && { startedAt: instant(startedAt) }),
    ...(finishedAt !== null && { finishedAt: instant(finishedAt) }),
    ...(problem && { problem }),
    ...(file && { file }),
    ...(run.sendState && { sent: sendingOf(run, run.sendState) }),
  };
}

function scheduleView(
  { schedule, view }: ScheduleWithView,
  session: Pick<ActiveSession, "staff">,
  runs: readonly StoredRun[],
  keptDays: number,
): ScheduledExport {
  const { scheduleID, environment, viewID, format, columnNames, times, zone, sends, state } = schedule;
  const { staffID, email, stoppedAt, stopReason, dueAt, createdAt } = schedule;
  const rights = rightsOf({ schedule, view }, session);
  return {
    scheduleID,
    environment,
    view: {
      viewID,
      ...(rights.seeView && { name: view?.name ?? schedule.viewName }),
      shared: view?.shared ?? schedule.viewShared,
      deleted: view === null,
      ...(view && rights.seeView && { query: view.query }),
    },
    format,
    columnNames,
    times,
    zone,
    sends,
    state,
    ...(stoppedAt !== null && stopReason !== null && { stopped: { at: instant(stoppedAt), reason: stopReason } }),
    ...(dueAt !== null && state === "active" && { nextAt: instant(dueAt) }),
    owner: { staffID, email },
    createdAt: instant(createdAt),
    may: {
      change: rights.change,
      remove: rights.remove,
      takeOver: rights.takeOver,
      download: rights.download,
    },
    runs: runs.map((run) => runView(run, keptDays, rights.seeView && maySeeFileOf(run, schedule, session))),
  };
}

/** The schedules of an environment that a person may see. */
export async function listSchedules({
  services,
  environment,
  session,
}: {
  services: ExportServices;
  environment: Environment;
  session: Pick<ActiveSession, "staff">;
}): Promise<ScheduledExportList> {
  const { store, clock, exportPush, exportRules } = services;
  const [all, runs] = await Promise.all([
    readSchedules(services, environment),
    store.exportSchedules.newestRuns(environment, shownRuns),
  ]);
  const ofSchedule = Map.groupBy(runs, ({ scheduleID }) => scheduleID);
  const visible = all.filter((schedule) => rightsOf(schedule, session).see);
  const named = await readPersonNames(
    store.staff,
    visible.map(({ schedule }) => schedule.staffID),
  );
  const schedules = visible.map((scheduleWithView) => {
    const ownRuns = ofSchedule.get(scheduleWithView.schedule.scheduleID) ?? [];
    const shown = scheduleView(scheduleWithView, session, ownRuns, exportRules.keptDays);
    return { ...shown, owner: named(shown.owner) };
  });
  return {
    schedules,
    ...(exportPush && { endpoint: exportPush.receiver }),
    keptDays: exportRules.keptDays,
    asOf: instant(clock.now()),
  };
}

/** One schedule, as `listSchedules` shows it. */
export async function readSchedule(
  context: Parameters<typeof listSchedules>[0],
  scheduleID: string,
): Promise<{ schedule: ScheduledExport }> {
  const { schedules } = await listSchedules(context);
  const schedule = schedules.find((one) => one.scheduleID === scheduleID);
  if (!schedule) throw scheduleNotFound();
  return { schedule };
}
