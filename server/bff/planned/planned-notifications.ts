import type { Environment } from "#lib/contract/environment.ts";
import { maxOpenPlanned } from "#lib/contract/values/operations/planned-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { maxTitle, type NotificationSource } from "#server/bff/core/notification.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { owedReverts } from "#server/bff/store/planned/planned-state.ts";
import type { NewNotification } from "#server/bff/store/push/notification.ts";

/**
 * `endsSoonMs`: how long before its end a temporary change is announced. `doneForMs`: how long after its completion a
 * result is still sent. In milliseconds.
 */
export const endsSoonMs = dayMs;
const doneForMs = dayMs;

type News = Pick<NewNotification, "type"> & { cause: string | number; sinceMs?: number; endsAtMs?: number };

function notificationOf(planned: StoredPlanned, { type, cause, sinceMs, endsAtMs }: News): NewNotification {
  const { plannedChangeID: id, environment, customerID, companyName, state, responsible } = planned;
  return {
    key: `${type} ${environment} ${id} ${cause}`,
    type,
    environment,
    subject: {
      kind: "planned-change",
      id,
      title: (companyName || customerID).slice(0, maxTitle),
      state,
      customerID,
      staffID: responsible.staffID,
      ...(sinceMs !== undefined && { since: new Date(sinceMs).toISOString() }),
      ...(endsAtMs !== undefined && { endsAt: new Date(endsAtMs).toISOString() }),
      href: pages.plannedChange(environment, id),
    },
  };
}

/** When a change that is in effect ends. Undefined if it is not in effect or has no end. */
export function endOf(planned: StoredPlanned): number | undefined {
  const ends = owedReverts(planned).flatMap(({ state, time }) => (state === "scheduled" ? [time.atMs] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/**
 * The notifications about planned changes: done, unknown, or in effect and ending within a day. Planned changes that
 * are suspended, missed or not approved yet are attention items, which have their own notifications.
 */
export function plannedNotifications({ store }: Pick<CoreServices, "store">): NotificationSource {
  const page = { sort: "at", ascending: true, limit: maxOpenPlanned, offset: 0 } as const;
  return async (environment: Environment) => {
    const nowMs = await store.planned.now();
    const [done, unknown, scheduled] = await Promise.all([
      store.planned.list({ environment, states: ["done"], finishedFromMs: nowMs - doneForMs }, page),
      store.planned.list({ environment, isOpen: true, states: ["unknown"] }, page),
      store.planned.list({ environment, isOpen: true, states: ["scheduled"], toMs: nowMs + endsSoonMs }, page),
    ]);
    return [
      ...done.planned.map((planned) =>
        notificationOf(planned, { type: "planned.done", cause: "", sinceMs: planned.finishedAt ?? nowMs }),
      ),
      ...unknown.planned.map((planned) => {
        const step = planned.steps.find(({ state }) => state === "unknown");
        const sinceMs = step?.reason?.atMs ?? planned.updatedAt;
        return notificationOf(planned, { type: "planned.unknown", cause: step?.operationID ?? "", sinceMs });
      }),
      ...scheduled.planned.flatMap((planned) => {
        const endsAtMs = endOf(planned);
        if (endsAtMs === undefined || endsAtMs > nowMs + endsSoonMs) return [];
        return [notificationOf(planned, { type: "planned.ends-soon", cause: endsAtMs, endsAtMs })];
      }),
    ];
  };
}
