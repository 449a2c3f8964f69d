import type { Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { OwnNotificationState } from "#lib/contract/values/console/own-notification-kinds.ts";
import { pages } from "#lib/paths.ts";
import {
  type AnyOwnNotification,
  appendOwnNotifications,
} from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { StoredPlanned } from "./planned-rows.ts";

type State = OwnNotificationState<"own-planned">;

/** The states with a notification. */
const notifiedStates: Partial<Record<StoredPlanned["state"], State>> = {
  "awaiting-approval": "needs-approval",
  suspended: "suspended",
  missed: "missed",
  unknown: "unknown",
  failed: "failed",
  done: "done",
};

const notificationOf = (planned: StoredPlanned, state: State, cause: number | string): AnyOwnNotification => ({
  kind: "own-planned",
  state,
  environment: planned.environment,
  key: `own-planned ${planned.plannedChangeID} ${state} ${cause}`,
  to: { staffIDs: [planned.responsible.staffID] },
  by: null,
  title: planned.companyName || planned.customerID,
  customerID: planned.customerID,
  href: pages.plannedChange(planned.environment, planned.plannedChangeID),
});

/** The notification that a temporary change ends within 24 hours. A postponed end gets another one. */
export const endsSoonNotification = (planned: StoredPlanned, endsAtMs: number): AnyOwnNotification =>
  notificationOf(planned, "ends-soon", endsAtMs);

/** The ID of the bulk change that has created the planned change. Undefined if a person planned it alone. */
async function bulkIDOf(on: Transaction<ConsoleSchema>, plannedChangeID: string): Promise<string | undefined> {
  const row = await on
    .selectFrom("bulkRows")
    .select("bulkID")
    .where("plannedChangeID", "=", plannedChangeID)
    .executeTakeFirst();
  return row?.bulkID;
}

/**
 * Notifies the responsible person of a new state of a planned change, unless this person changed it. The planned
 * changes of a bulk change get one notification for each state.
 */
export async function notifyOfPlanned(
  on: Transaction<ConsoleSchema>,
  before: StoredPlanned | null,
  after: StoredPlanned,
  actor: NewAuditEvent["actor"],
  nowMs: number,
): Promise<void> {
  const state = notifiedStates[after.state];
  if (state === undefined || before?.state === after.state) return;
  const by = actor.id === undefined ? null : { staffID: actor.id, email: actor.email ?? "" };
  const notification = { ...notificationOf(after, state, nowMs), by };
  const bulkID = before && (await bulkIDOf(on, after.plannedChangeID));
  const { environment } = after;
  appendOwnNotifications(
    on,
    [
      bulkID
        ? {
            ...notification,
            key: `own-planned of ${bulkID} ${state}`,
            title: "Planned changes of a bulk change",
            customerID: null,
            href: pages.bulk(environment, bulkID),
          }
        : notification,
    ],
    nowMs,
  );
}
