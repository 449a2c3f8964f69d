import { may } from "#lib/contract/access/permissions.ts";
import type { AttentionCount, AttentionItem, AttentionList, AttentionQuery } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import { compareItems, publicItem } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";

type Context = Pick<RouteContext<"viewer", string, AttentionServices>, "services" | "session" | "requestID">;
type Staff = ActiveSession["staff"];

/** Those that are configured and that the person may see. */
const environmentsOf = ({ services, session }: Context): Environment[] =>
  [...services.clients.keys()].filter((environment) => session.staff.environments.includes(environment));

/** True where it waits for this person: theirs, to be approved by somebody else than who requested it, or a rule to correct. */
function isFor({ staffID, role }: Staff, { kind, person }: AttentionItem): boolean {
  const isOwn = person?.staffID === staffID;
  if (kind === "approval-rule") return may(role, "policy.manage");
  return kind === "approval" ? !isOwn && may(role, "approvals.decide") : isOwn;
}

/** What of one or all environments waits, each item with who has put it off, if anybody has. */
async function readAll(context: Context, withoutAPI: boolean) {
  const { services, requestID } = context;
  const read = await Promise.all(
    environmentsOf(context).map((environment) => services.attention.open({ environment, requestID, withoutAPI })),
  );
  return { items: read.flatMap(({ items }) => items), read };
}

function countsOf(staff: Staff, items: readonly AttentionItem[]) {
  const open = items.filter(({ snooze }) => snooze === undefined);
  return {
    open: open.length,
    mine: open.filter((item) => isFor(staff, item)).length,
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
  const { staff } = context.session;
  const { items, read } = await readAll(context, false);
  const { mine, environment, kind, snoozed } = input;
  const wanted = items.filter(
    (item) =>
      (item.snooze !== undefined) === snoozed &&
      (!mine || isFor(staff, item)) &&
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
    counts: countsOf(staff, items),
    sources: read.flatMap(({ sources }) => sources),
  };
}

/** How many wait, by what the console knows already: every page asks this, so the API is not. */
export async function countAttention(context: Context): Promise<AttentionCount> {
  const { items } = await readAll(context, true);
  const { open, mine } = countsOf(context.session.staff, items);
  return { open, mine, asOf: new Date(context.services.clock.now()).toISOString() };
}
