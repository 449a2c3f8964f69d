import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { StoredRun, StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { StoredView } from "#server/bff/store/views.ts";
import type { ExportServices } from "./export-services.ts";

export interface ScheduleWithView {
  schedule: StoredSchedule;
  /** Null: the view was deleted. */
  view: StoredView | null;
}

/** What a person may see and do with a schedule. */
export interface ScheduleRights {
  /** May see the schedule and its runs. */
  see: boolean;
  /** May see the view and what the files cover. */
  seeView: boolean;
  change: boolean;
  remove: boolean;
  takeOver: boolean;
  download: boolean;
}

/** True if the person may see the view: it is their own, or it is shared. */
export const maySeeView = (view: StoredView | null, staffID: string): boolean =>
  view !== null && (view.shared || view.owner.staffID === staffID);

/**
 * The present rights of a person. Everybody who may see the view may see the schedule and download its files, except
 * those that `maySeeFileOf` excludes. After the view was deleted, only the owner may download them.
 */
export function rightsOf(
  { schedule, view }: ScheduleWithView,
  { staff }: Pick<ActiveSession, "staff">,
): ScheduleRights {
  const isOwner = schedule.staffID === staff.staffID;
  const isManager = may(staff.role, "exports.manage");
  const isVisible = maySeeView(view, staff.staffID);
  const wasVisible = view === null && (isOwner || schedule.viewShared);
  return {
    see: isOwner || isVisible || isManager || wasVisible,
    seeView: isVisible || wasVisible,
    change: isOwner,
    remove: isOwner || isManager,
    takeOver:
      !isOwner && schedule.state === "stopped" && isVisible && (!schedule.sends || may(staff.role, "exports.send")),
    download: isVisible || (view === null && isOwner),
  };
}

/**
 * True if the person could see the view of a file when the file was made. The schedule may have another view or another
 * owner now, and the view may have been private then. So a person who takes a schedule over does not see the files of
 * the earlier owner's private view. A file of a view that the schedule no longer has is only for the person who was the
 * owner when the file was made. A file of an earlier version does not record its owner, so the file is for the present
 * owner.
 */
export function maySeeFileOf(
  { coverage }: Pick<StoredRun, "coverage">,
  schedule: Pick<StoredSchedule, "viewID" | "staffID">,
  { staff }: Pick<ActiveSession, "staff">,
): boolean {
  const { viewID, ownerID = schedule.staffID, shared = false } = coverage ?? {};
  return staff.staffID === ownerID || (shared && viewID === schedule.viewID);
}

/** All schedules of an environment with their views. */
export async function readSchedules(
  { store }: Pick<ExportServices, "store">,
  environment: Environment,
): Promise<ScheduleWithView[]> {
  const schedules = await store.exportSchedules.list(environment);
  const views = await store.views.ofIDs(schedules.map(({ viewID }) => viewID));
  return schedules.map((schedule) => ({
    schedule,
    view: views.find(({ viewID }) => viewID === schedule.viewID) ?? null,
  }));
}

/** The schedule with this ID. Throws `not_found` if the person may not see it. */
export async function findSchedule(
  {
    services: { store },
    environment,
    session,
  }: {
    services: Pick<ExportServices, "store">;
    environment: Environment;
    session: Pick<ActiveSession, "staff">;
  },
  scheduleID: string,
): Promise<ScheduleWithView & { rights: ScheduleRights }> {
  const schedule = await store.exportSchedules.find({ environment, scheduleID });
  const [view = null] = schedule ? await store.views.ofIDs([schedule.viewID]) : [];
  const rights = schedule && rightsOf({ schedule, view }, session);
  if (!schedule || !rights?.see) throw scheduleNotFound();
  return { schedule, view, rights };
}

export const scheduleNotFound = () =>
  new AppError("not_found", "This scheduled export does not exist, or you may not see it.");
