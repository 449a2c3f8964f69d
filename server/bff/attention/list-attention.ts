import { may } from "#lib/contract/access/permissions.ts";
import type { AttentionCount, AttentionKind, AttentionList, AttentionQuery } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OpenItem } from "#server/bff/core/attention-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { createAccountCheck } from "#server/bff/store/approvals/account-links.ts";
import { compareItems, namedItems } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";

type Context = Pick<RouteContext<"viewer", string, AttentionServices>, "services" | "session" | "requestID">;

/** The kinds of items that only an independent person may decide. */
const byAnotherPerson: ReadonlySet<AttentionKind> = new Set(["approval", "change-limit"]);

/** The configured environments that the person may see. */
const environmentsOf = ({ services, session }: Context): Environment[] =>
  [...services.clients.keys()].filter((environment) => session.staff.environments.includes(environment));

/**
 * Returns a function that is true for items of this person. These are the items that are assigned to the person. Of the
 * items that are assigned to nobody, these are the person's own items, requests that the person may approve, and rules
 * that the person may correct.
 */
async function readIsFor({ services, session }: Context, items: readonly OpenItem[]) {
  const { staffID, role } = session.staff;
  const mayDecide = may(role, "approvals.decide");
  const nowMs = services.clock.now();
  const check =
    mayDecide && items.some(({ kind }) => byAnotherPerson.has(kind))
      ? createAccountCheck(await services.store.approvalPolicy.accountLinks(nowMs), nowMs)
      : null;
  return ({ kind, person, accountIDs = [], assignment }: OpenItem): boolean => {
    if (assignment?.assignee) return assignment.assignee.staffID === staffID;
    // A customer that was handed over to the next shift waits for everybody.
    if (kind === "handed-over") return true;
    if (kind === "proposal") return mayDecide;
    if (kind === "proposal-limit") return may(role, "clients.manage");
    if (kind === "approval-rule") return may(role, "policy.manage");
    if (!byAnotherPerson.has(kind)) return person?.staffID === staffID;
    return check !== null && accountIDs.every((accountID) => check.linkBetween(staffID, accountID) === null);
  };
}

interface ReadOptions {
  list?: "open" | "handled";
  withoutAPI?: boolean;
}

/** The items of all environments that the person may see. Each item has the person who has postponed or handled it. */
async function readAll(context: Context, { list = "open", withoutAPI = false }: ReadOptions = {}) {
  const { services, requestID } = context;
  const read = await Promise.all(
    environmentsOf(context).map((environment) => services.attention[list]({ environment, requestID, withoutAPI })),
  );
  return { items: read.flatMap(({ items }) => items), read };
}

function countsOf(isMine: (item: OpenItem) => boolean, items: readonly OpenItem[]) {
  const open = items.filter(({ snooze }) => snooze === undefined);
  return {
    open: open.length,
    mine: open.filter(isMine).length,
    snoozed: items.length - open.length,
  };
}

/**
 * Lists the items of all environments that the person may see. The request selects open, postponed or handled items.
 */
export async function listAttention({
  context,
  input,
}: {
  context: Context;
  input: AttentionQuery;
}): Promise<AttentionList> {
  const { mine, environment, kind, snoozed, handled } = input;
  const open = await readAll(context);
  const { items, read } = handled ? await readAll(context, { list: "handled" }) : open;
  const isMine = await readIsFor(context, [...open.items, ...items]);
  const wanted = items.filter(
    (item) =>
      (handled || (item.snooze !== undefined) === snoozed) &&
      (!mine || isMine(item)) &&
      (environment === undefined || item.environment === environment) &&
      (kind === undefined || kind.includes(item.kind)),
  );
  // Some sources count more items than they list. The additional items are included in the total only without a filter,
  // because it is unknown whether they match the filter.
  const isWhole = !mine && !snoozed && !handled && environment === undefined && kind === undefined;
  const unlisted = read.reduce((sum, { total, items: listed }) => sum + total - listed.length, 0);
  return {
    asOf: read.map(({ asOf }) => asOf).toSorted()[0] ?? new Date(context.services.clock.now()).toISOString(),
    items: await namedItems(context.services.store.staff, wanted.toSorted(compareItems)),
    total: wanted.length + (isWhole ? unlisted : 0),
    counts: countsOf(isMine, open.items),
    sources: read.flatMap(({ sources }) => sources),
  };
}

/**
 * Counts the open items without calling the API, and the person's unread notifications, because every page requests
 * these counts.
 */
export async function countAttention(context: Context): Promise<AttentionCount> {
  const { items } = await readAll(context, { withoutAPI: true });
  const { open, mine } = countsOf(await readIsFor(context, items), items);
  const { staffID, environments } = context.session.staff;
  const unread = await context.services.store.ownNotifications.unread({ staffID, environments });
  return { open, mine, unread, asOf: new Date(context.services.clock.now()).toISOString() };
}
