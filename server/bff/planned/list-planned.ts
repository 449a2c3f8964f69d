import type { PlannedList } from "#lib/contract/operations/planned.ts";
import type { PlannedListQuery } from "#lib/contract/operations/planned-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { PlannedServices } from "./planned-services.ts";
import { holdView, plannedViews } from "./planned-view.ts";

/** A page of an environment's planned changes, and whether they are frozen. */
export async function listPlanned({
  context: { services, environment, session },
  input: { mine, open, state, customerID, ticket, from, to, sort, ascending, limit, offset },
}: {
  context: RouteContext<"viewer", "/api/:environment/planned", PlannedServices>;
  input: PlannedListQuery;
}): Promise<PlannedList> {
  const { store, clock } = services;
  const filter = {
    environment,
    isOpen: open,
    states: state,
    customerIDs: customerID,
    ticket,
    ...(mine && { staffID: session.staff.staffID }),
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(to !== undefined && { toMs: Date.parse(to) }),
  };
  const { planned, total } = await store.planned.list(filter, { sort, ascending, limit, offset });
  return {
    planned: await plannedViews(services, environment, planned),
    hold: holdView(await store.planned.hold(environment)),
    total,
    limit,
    offset,
    asOf: new Date(clock.now()).toISOString(),
  };
}
