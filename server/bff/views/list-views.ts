import type { ViewList, ViewListQuery } from "#lib/contract/console/view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { toSavedView } from "./to-saved-view.ts";

/** The saved views that a person may see: their own, then those that others share. */
export async function listViews({
  context: { services, session },
  input: { limit, offset },
}: {
  context: RouteContext<"viewer">;
  input: ViewListQuery;
}): Promise<ViewList> {
  const { staffID } = session.staff;
  const { views, total } = await services.store.views.list(staffID, { limit, offset });
  const asOf = new Date(services.clock.now()).toISOString();
  return { views: views.map((view) => toSavedView(view, staffID)), total, limit, offset, asOf };
}
