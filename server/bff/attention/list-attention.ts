import { may } from "#lib/contract/access/permissions.ts";
import type { AttentionCount, AttentionList, AttentionQuery } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OpenItem } from "#server/bff/core/attention-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { createAccountCheck } from "#server/bff/store/approvals/account-links.ts";
import { compareItems, publicItem } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";

type Context = Pick<RouteContext<"viewer", string, AttentionServices>, "services" | "session" | "requestID">;

/** Those that are configured and that the person may see. */
const environmentsOf = ({ services, session }: Context): Environment[] =>
  [...services.clients.keys()].filter((environment) => session.staff.environments.includes(environment));

/** Whether an item waits for this person: it is theirs, or they are a second person who may approve it. */
async function readIsFor({ services, session }: Context, items: readonly OpenItem[]) {
  const { staffID, role } = session.staff;
  const mayDecide = may(role, "approvals.decide");
  const nowMs = services.clock.now();
  const check =
    mayDecide && items.some(({ kind }) => kind === "approval")
      ? createAccountCheck(await services.store.approvalPolicy.accountLinks(nowMs), nowMs)
      : null;
  return ({ kind, person, accountIDs = [] }: OpenItem): boolean => {
    if (kind !== "approval") return person?.staffID === staffID;
    return check !== null && accountIDs.every((accountID) => check.linkBetween(staffID, accountID) === null);
  };
}

/** What of one or all environments waits, each item with who has put it off, if anybody has. */
async function readAll(context: Context, withoutAPI: boolean) {
  const { services, requestID } = context;
  const read = await Promise.all(
    environmentsOf(context).map((environment) => services.attention.open({ environment, requestID, withoutAPI })),
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

/** What waits for a person in all environments that this one may see. */
export async function listAttention({
  context,
  input,
}: {
  context: Context;
  input: AttentionQuery;
}): Promise<AttentionList> {
  const { items, read } = await readAll(context, false);
  const isMine = await readIsFor(context, items);
  const { mine, environment, kind, snoozed } = input;
  const wanted = items.filter(
    (item) =>
      (item.snooze !== undefined) === snoozed &&
      (!mine || isMine(item)) &&
      (environment === undefined || item.environment === environment) &&
      (kind === undefined || item.kind === kind),
  );
  // What the sources could not list can be counted only where nothing is left out.
  const isWhole = !mine && !snoozed && environment === undefined && kind === undefined;
  const unlisted = read.reduce((sum, { total, items: listed }) => sum + total - listed.length, 0);
  return {
    asOf: read.map(({ asOf }) => asOf).toSorted()[0] ?? new Date(context.services.clock.now()).toISOString(),
    items: wanted.toSorted(compareItems).map(publicItem),
    total: wanted.length + (isWhole ? unlisted : 0),
    counts: countsOf(isMine, items),
    sources: read.flatMap(({ sources }) => sources),
  };
}

/** How many wait, by what the console knows already: every page asks this, so the API is not. */
export async function countAttention(context: Context): Promise<AttentionCount> {
  const { items } = await readAll(context, true);
  const { open, mine } = countsOf(await readIsFor(context, items), items);
  return { open, mine, asOf: new Date(context.services.clock.now()).toISOString() };
}
