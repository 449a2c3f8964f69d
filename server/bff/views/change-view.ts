import { AppError } from "#lib/contract/app-error.ts";
import type { SavedView, ViewChange } from "#lib/contract/view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { viewAsSeen } from "./view-as-seen.ts";
import {
  keeperOf,
  requireKept,
  requireSharing,
  understoodLayout,
  understoodQuery,
  viewGone,
  viewToChange,
} from "./view-rules.ts";

/** Renames a view, keeps another question in it, shares it or takes it back. */
export async function changeView({
  context,
  viewID,
  input,
}: {
  context: RouteContext<"viewer">;
  viewID: string;
  input: ViewChange;
}): Promise<{ view: SavedView }> {
  const { services, session } = context;
  const { staffID } = session.staff;
  const before = await viewToChange(context, viewID);
  if (input.shared) requireSharing(context);
  if (input.shared === false && before.owner.staffID !== staffID) {
    throw new AppError("forbidden", `Only ${before.owner.name}, who shares this view, can stop sharing it.`);
  }
  const { name, query, layout, shared } = input;
  const change = {
    ...(name !== undefined && { name }),
    ...(query !== undefined && { query: understoodQuery(query) }),
    ...(layout !== undefined && { layout: understoodLayout(layout) }),
    ...(shared !== undefined && { shared }),
  };
  const kept = await services.store.views.change(keeperOf(context), viewID, change, services.clock.now());
  if (kept === "not theirs") throw viewGone();
  requireKept(kept, name);
  const after = await services.store.views.find(staffID, viewID);
  if (!after) throw viewGone();
  return { view: viewAsSeen(after, staffID) };
}
