import { randomUUID } from "node:crypto";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type {
  NewScheduledExport,
  ScheduledExportAnswer,
  ScheduledExportChange,
} from "#lib/contract/console/scheduled-export.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxSchedules } from "#lib/contract/values/console/scheduled-exports.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";
import type { ScheduleChange } from "#server/bff/store/scheduled-exports/schedules.ts";
import { nextDue } from "./due-times.ts";
import type { ExportServices } from "./export-services.ts";
import { findSchedule, scheduleNotFound } from "./schedule-access.ts";
import { readSchedule } from "./schedule-view.ts";

export type Context = Pick<
  RouteContext<"viewer", "/api/:environment/scheduled-exports", ExportServices>,
  "services" | "environment" | "session"
> &
  AuditedRequest;

const unchanged = "Nothing was changed";

/** The event of an action on a schedule. */
export function scheduleEvent(
  context: Context,
  action: Extract<AuditAction, `scheduled-export.${string}`>,
  scheduleID: string,
  values: Pick<NewAuditEvent, "before" | "after"> = {},
): NewAuditEvent {
  const { environment } = context;
  const target = { kind: "export", id: scheduleID } as const;
  return { ...auditSource(context), action, environment, outcome: "done", target, ...values };
}

/** The members of a schedule that the audit log compares. */
const audited = ({ viewID, format, columnNames, times, zone, sends, state, staffID }: StoredSchedule) => ({
  viewID,
  format,
  columnNames,
  times,
  zone,
  sends,
  state,
  owner: staffID,
});

/** Throws if the person may not let files be sent, or if no endpoint is configured. */
function requireSending({ services, session }: Context): void {
  if (!may(session.staff.role, "exports.send")) {
    throw new AppError("forbidden", "Only editors can let files be sent to the endpoint. Your role is viewer.");
  }
  if (!services.exportPush) {
    const message = "cannot be true, because EXPORT_URL is not set";
    throw new AppError("invalid_request", `${unchanged}: no endpoint is configured.`, {
      errors: [{ field: "sends", message }],
    });
  }
}

/** The view, if the person may see it. Throws `invalid_request` otherwise. */
async function requireView({ services, session }: Context, viewID: string) {
  const view = await services.store.views.find(session.staff.staffID, viewID);
  if (view) return view;
  const message = "must be a view that you may see";
  throw new AppError(
    "invalid_request",
    `${unchanged}: this view does not exist, or it is a private view of another person.`,
    {
      errors: [{ field: "viewID", message }],
    },
  );
}

const conflict = () =>
  new AppError(
    "invalid_request",
    `${unchanged}: somebody else has changed this scheduled export. Check it and try again.`,
    {
      status: 409,
    },
  );

/** Adds a schedule. The sender becomes its owner. */
export async function addSchedule(context: Context, input: NewScheduledExport): Promise<ScheduledExportAnswer> {
  const { services, environment, session } = context;
  if (input.sends) requireSending(context);
  const view = await requireView(context, input.viewID);
  const nowMs = services.clock.now();
  const schedule: StoredSchedule = {
    ...input,
    scheduleID: randomUUID(),
    environment,
    viewName: view.name,
    viewShared: view.shared,
    staffID: session.staff.staffID,
    email: session.staff.email,
    state: "active",
    stopReason: null,
    stoppedAt: null,
    dueAt: nextDue(input, nowMs),
    createdAt: nowMs,
    updatedAt: nowMs,
  };
  const event = scheduleEvent(context, "scheduled-export.created", schedule.scheduleID, { after: audited(schedule) });
  if ((await services.store.exportSchedules.add(schedule, event, nowMs)) === "too-many") {
    const message = `An environment can have ${maxSchedules} scheduled exports. Delete one first.`;
    throw new AppError("invalid_request", message, { status: 409 });
  }
  services.exportRunner.wake();
  return readSchedule(context, schedule.scheduleID);
}

/** Changes, pauses or resumes a schedule. */
export async function changeSchedule(
  context: Context,
  scheduleID: string,
  input: ScheduledExportChange,
): Promise<ScheduledExportAnswer> {
  const { services } = context;
  const { schedule, rights } = await findSchedule(context, scheduleID);
  const onlyPauses = input.state === "paused" && Object.keys(input).length === 1;
  if (!rights.change && !(onlyPauses && rights.remove)) {
    throw new AppError("forbidden", "Only the owner can change a scheduled export.");
  }
  if (input.sends === true || (input.state === "active" && (input.sends ?? schedule.sends))) requireSending(context);
  const nowMs = services.clock.now();
  const { viewID, format, columnNames, times, zone, sends, state } = input;
  const resumes = state === "active" && schedule.state !== "active";
  const view = viewID !== undefined || resumes ? await requireView(context, viewID ?? schedule.viewID) : undefined;
  const after: StoredSchedule = {
    ...schedule,
    ...(viewID !== undefined && { viewID }),
    ...(view && { viewName: view.name, viewShared: view.shared }),
    ...(format !== undefined && { format }),
    ...(columnNames !== undefined && { columnNames }),
    ...(times !== undefined && { times }),
    ...(zone !== undefined && { zone }),
    ...(sends !== undefined && { sends }),
    ...(state !== undefined && { state, stopReason: null, stoppedAt: null }),
  };
  const hasNewTimes = times !== undefined || zone !== undefined || resumes;
  after.dueAt = after.state === "active" ? (hasNewTimes ? nextDue(after, nowMs) : schedule.dueAt) : null;
  await save(context, schedule, after, "scheduled-export.changed", nowMs);
  return readSchedule(context, scheduleID);
}

async function save(
  context: Context,
  before: StoredSchedule,
  after: StoredSchedule,
  action: "scheduled-export.changed" | "scheduled-export.taken-over",
  nowMs: number,
): Promise<void> {
  const { services } = context;
  const { scheduleID, environment: _, createdAt: __, updatedAt: ___, ...change } = after;
  const event = scheduleEvent(context, action, scheduleID, { before: audited(before), after: audited(after) });
  const isChanged = await services.store.exportSchedules.change(before, change satisfies ScheduleChange, event, nowMs);
  if (!isChanged) throw conflict();
  services.exportRunner.wake();
}

/** Makes the sender the owner of a stopped schedule, and resumes it. */
export async function takeOverSchedule(context: Context, scheduleID: string): Promise<ScheduledExportAnswer> {
  const { services, session } = context;
  const { schedule, view, rights } = await findSchedule(context, scheduleID);
  if (!rights.takeOver) {
    const why = "Only a stopped scheduled export can be taken over, by a person who may see its view";
    throw new AppError("forbidden", schedule.sends ? `${why} and may send files.` : `${why}.`);
  }
  if (schedule.sends) requireSending(context);
  const nowMs = services.clock.now();
  const { staffID, email } = session.staff;
  const after: StoredSchedule = {
    ...schedule,
    ...(view && { viewName: view.name, viewShared: view.shared }),
    staffID,
    email,
    state: "active",
    stopReason: null,
    stoppedAt: null,
    dueAt: nextDue(schedule, nowMs),
  };
  await save(context, schedule, after, "scheduled-export.taken-over", nowMs);
  return readSchedule(context, scheduleID);
}

/** Deletes a schedule with its runs and files. */
export async function removeSchedule(context: Context, scheduleID: string): Promise<void> {
  const { services, environment } = context;
  const { schedule, rights } = await findSchedule(context, scheduleID);
  if (!rights.remove)
    throw new AppError("forbidden", "Only the owner or an administrator can delete a scheduled export.");
  const event = scheduleEvent(context, "scheduled-export.deleted", scheduleID, { before: audited(schedule) });
  const key = { environment, scheduleID };
  if (!(await services.store.exportSchedules.remove(key, event, services.clock.now()))) throw scheduleNotFound();
}

/** Starts a run at once, also of a paused schedule. */
export async function runSchedule(context: Context, scheduleID: string): Promise<ScheduledExportAnswer> {
  const { services, environment } = context;
  const { schedule, rights } = await findSchedule(context, scheduleID);
  if (!rights.change) throw new AppError("forbidden", "Only the owner can run a scheduled export.");
  if (schedule.state === "stopped") {
    throw new AppError("invalid_request", "This scheduled export is stopped. Resume it first.", { status: 409 });
  }
  const nowMs = services.clock.now();
  const run = { runID: randomUUID(), dueAt: nowMs, cause: "manual", missed: 0 } as const;
  const event = scheduleEvent(context, "scheduled-export.started", scheduleID, { after: { runID: run.runID } });
  const added = await services.store.exportSchedules.runNow({ environment, scheduleID }, run, event, nowMs);
  if (added === "not-found") throw scheduleNotFound();
  if (added === "busy") {
    throw new AppError("invalid_request", "A run of this scheduled export has not finished yet.", { status: 409 });
  }
  services.exportRunner.wake();
  return readSchedule(context, scheduleID);
}
