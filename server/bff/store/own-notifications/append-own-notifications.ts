import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OwnNotificationKind, OwnNotificationState } from "#lib/contract/values/console/own-notification-kinds.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { parsePreferences } from "#server/bff/store/preferences.ts";
import { parseAccess } from "#server/bff/store/schema/parse-access.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { doBeforeLast } from "#server/database/ordered-transactions.ts";
import { dueTime } from "./sending-times.ts";

const maxTitle = 200;

/** A notification for one or more people. */
export interface NewOwnNotification<Kind extends OwnNotificationKind = OwnNotificationKind> {
  kind: Kind;
  state: OwnNotificationState<Kind>;
  environment: Environment;
  /** Identifies the cause. A person gets one notification for each key, even if several replicas add it. */
  key: string;
  /** The recipients: these people, or everybody who has this permission in the environment. */
  to: { staffIDs: readonly string[] } | { permission: Permission };
  /** People who do not get it, in addition to `by`. */
  except?: readonly string[];
  /** Who caused it. This person does not get it. Null: the console. */
  by: { staffID: string; email: string } | null;
  /** The customer's name, or a description of the subject. */
  title: string;
  /** The customer that `title` names. The notification is removed when the customer is erased. */
  customerID?: string | null;
  /** The path of the page that shows the subject. */
  href: string;
}

/** A notification of any kind, with a state of this kind. */
export type AnyOwnNotification = { [Kind in OwnNotificationKind]: NewOwnNotification<Kind> }[OwnNotificationKind];

const notificationIDOf = (staffID: string, key: string): string =>
  createHash("sha256").update(`${staffID} ${key}`).digest("hex").slice(0, 32);

/** The recipients who are active and may use the environment, with their preferences, always in the same order. */
async function readRecipients(
  on: Kysely<ConsoleSchema>,
  { environment, to, except = [], by }: Pick<AnyOwnNotification, "environment" | "to" | "except" | "by">,
) {
  if ("staffIDs" in to && to.staffIDs.length === 0) return [];
  const people = on
    .selectFrom("staff")
    .leftJoin("preferences", "preferences.staffID", "staff.staffID")
    .select(["staff.staffID", "staff.role", "staff.environments", "preferences.preferences"])
    .where("staff.kind", "=", "person")
    .where("staff.disabledAt", "is", null)
    .where("staff.activatedAt", "is not", null)
    .orderBy("staff.staffID");
  const rows = await ("staffIDs" in to ? people.where("staff.staffID", "in", to.staffIDs) : people).execute();
  return rows.filter(({ staffID, role, environments }) => {
    const access = parseAccess({ role, environments });
    return (
      staffID !== by?.staffID &&
      !except.includes(staffID) &&
      access.environments.includes(environment) &&
      ("staffIDs" in to || may(access.role, to.permission))
    );
  });
}

/**
 * Adds notifications at the end of the transaction that records their cause. A person gets each notification once.
 * People who are disabled or may not use the environment do not get it. The person's settings say whether and when it
 * is also sent by e-mail or to the notification endpoint (sending-times.ts).
 *
 * A new kind is one entry of `ownNotificationKinds` (lib/contract/values/console/own-notification-kinds.ts): its name,
 * its sentences and its defaults. Its room calls this function, or passes the notifications to the method of the store
 * that records their cause. `key` must contain the kind, the ID of the subject and what distinguishes a second
 * notification about the same subject.
 */
export function appendOwnNotifications(
  transaction: Transaction<ConsoleSchema>,
  notifications: readonly AnyOwnNotification[],
  nowMs: number,
): void {
  if (notifications.length > 0) doBeforeLast(transaction, () => appendNow(transaction, notifications, nowMs));
}

async function appendNow(
  on: Transaction<ConsoleSchema>,
  notifications: readonly AnyOwnNotification[],
  nowMs: number,
): Promise<void> {
  for (const { kind, state, environment, key, title, customerID = null, href, by, ...people } of notifications) {
    const recipients = await readRecipients(on, { environment, by, ...people });
    if (recipients.length === 0) continue;
    const shared = {
      environment,
      kind,
      state,
      title: title.slice(0, maxTitle),
      customerKey: customerID === null ? null : idKey(customerID),
      href,
      byStaffID: by?.staffID ?? null,
      byEmail: by?.email ?? null,
      createdAt: nowMs,
      readAt: null,
      emailID: null,
      emailClaimedAt: null,
      emailFailures: 0,
      emailResult: null,
    };
    const rows = recipients.map(({ staffID, preferences }) => {
      const settings = parsePreferences(preferences);
      return {
        ...shared,
        notificationID: notificationIDOf(staffID, `${environment} ${key}`),
        staffID,
        emailAt: dueTime(settings, { kind, channel: "email" }, nowMs),
        endpointAt: dueTime(settings, { kind, channel: "endpoint" }, nowMs),
      };
    });
    await on
      .insertInto("ownNotifications")
      .values(rows)
      .onConflict((conflict) => conflict.column("notificationID").doNothing())
      .execute();
  }
}
