import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findPlanned } from "./find-planned.ts";
import type { PlannedServices } from "./planned-services.ts";
import { plannedAnswer } from "./planned-view.ts";

/** One planned change in any state, with its steps. */
export async function getPlanned({
  context,
  plannedChangeID,
}: {
  context: RouteContext<"viewer", "/api/:environment/planned/:plannedChangeID", PlannedServices>;
  plannedChangeID: string;
}): Promise<{ plannedChange: PlannedChange }> {
  return plannedAnswer(context.services, await findPlanned(context, plannedChangeID));
}
