import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { FreezeAnswer, ReleaseFreeze, SetFreeze } from "#lib/contract/operations/freeze.ts";
import { maxFreezes } from "#lib/contract/values/operations/freeze-values.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import { resolveTime } from "#server/bff/core/local-times.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NewFreeze, StoredFreeze } from "#server/bff/store/freezes/freezes.ts";
import { freezeAnswer } from "./freeze-view.ts";

type Context = Pick<
  RouteContext<"freezes.manage", "/api/:environment/freeze">,
  "services" | "environment" | "session"
> &
  AuditedRequest;

const unchanged = "Nothing was frozen";

/** How far ahead a freeze may begin, and how long one period without recurrence may last, in milliseconds. */
const maxAheadMs = 366 * dayMs;

const refused = (field: string, message: string) =>
  new AppError("invalid_request", `${unchanged}: ${field} ${message}.`, { errors: [{ field, message }] });

/** The freeze of a request. Throws `invalid_request` or `unclear_time` if it can never be in force. */
function freezeOf({ session, environment }: Context, input: SetFreeze, nowMs: number): NewFreeze {
  const { freezeID, scope, includesReverts, reason, repeats } = input;
  const start = input.start === undefined ? undefined : resolveTime(input.start, "start", unchanged);
  const end = input.end === undefined ? undefined : resolveTime(input.end, "end", unchanged);
  const zone = input.zone ?? start?.zone ?? end?.zone ?? "UTC";
  if (repeats !== undefined && input.zone === undefined) throw refused("zone", "must be given for a recurring freeze");
  if (repeats?.every === "month" && repeats.counted === "end" && repeats.days > repeats.day) {
    throw refused("repeats", "must end within the month: name fewer days or an earlier first day");
  }
  const startMs = Math.max(start?.atMs ?? nowMs, nowMs);
  if (end && end.atMs <= startMs) throw refused("end", "must be after the start and in the future");
  if (startMs > nowMs + maxAheadMs) throw refused("start", "must be within a year from now");
  const { staffID, email } = session.staff;
  return {
    freezeID,
    environment,
    scope,
    includesReverts,
    reason,
    startsAt: startMs === nowMs ? null : startMs,
    endsAt: end?.atMs ?? null,
    zone,
    repeats: repeats ?? null,
    createdBy: { staffID, email },
  };
}

function freezeEvent(
  context: Context,
  action: "freeze.set" | "freeze.released" | "freeze.removed",
  { freezeID }: Pick<StoredFreeze, "freezeID">,
  facts: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  const { environment } = context;
  const target = { kind: "freeze", id: freezeID } as const;
  return { ...auditSource(context), action, environment, outcome: "done", target, ...facts };
}

/** The members of a freeze for the audit log. */
const shownFreeze = ({ scope, includesReverts, reason, startsAt, endsAt, zone, repeats }: NewFreeze) => ({
  scope,
  includesReverts,
  reason,
  ...(startsAt !== null && { start: new Date(startsAt).toISOString() }),
  ...(endsAt !== null && { end: new Date(endsAt).toISOString() }),
  zone,
  ...(repeats && { repeats }),
});

/** Freezes an environment now or later, once or repeatedly. */
export async function setFreeze(context: Context, input: SetFreeze): Promise<FreezeAnswer> {
  const { services, environment } = context;
  const { nowMs } = await services.store.freezes.read(environment);
  const freeze = freezeOf(context, input, nowMs);
  const event = freezeEvent(context, "freeze.set", freeze, { after: shownFreeze(freeze) });
  if ((await services.store.freezes.add(freeze, event)) === "too-many") {
    throw new AppError(
      "invalid_request",
      `${unchanged}: an environment can have ${maxFreezes} freezes. Remove one first.`,
    );
  }
  return freezeAnswer(services, environment);
}

/** Ends a freeze before its time, or removes one that is not in force. */
export async function releaseFreeze(context: Context, input: ReleaseFreeze): Promise<FreezeAnswer> {
  const { services, environment, session } = context;
  const { freezeID, reason, onlyThisTime } = input;
  const { staffID, email } = session.staff;
  const done = await services.store.freezes.release(
    { environment, freezeID },
    { by: { staffID, email }, reason, onlyThisTime },
    (freeze, what) =>
      freezeEvent(context, `freeze.${what}`, freeze, {
        before: shownFreeze(freeze),
        after: { reason, ...(onlyThisTime && { onlyThisTime }) },
      }),
  );
  if (done === null)
    throw new AppError("not_found", `There is no such freeze in ${environment} now. Nothing was changed.`);
  return freezeAnswer(services, environment);
}
