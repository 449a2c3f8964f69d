import type { SavedView, ViewChange } from "#lib/contract/console/view.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { toSavedView } from "./to-saved-view.ts";
import { auditedView, viewEvent } from "./view-event.ts";
import {
  assertViewSaved,
  normaliseViewLayout,
  normaliseViewQuery,
  requireSharing,
  viewEditorOf,
  viewNotFound,
  viewToChange,
} from "./view-rules.ts";

/** Renames a view, changes its query, shares it or makes it private. */
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
    ...(query !== undefined && { query: normaliseViewQuery(query) }),
    ...(layout !== undefined && { layout: normaliseViewLayout(layout) }),
    ...(shared !== undefined && { shared }),
  };
  const isSeenByOthers = before.shared || shared === true;
  const event = isSeenByOthers
    ? viewEvent(context, "view.changed", viewID, { before: auditedView(before), after: change })
    : undefined;
  const kept = await services.store.views.change(viewEditorOf(context), viewID, change, services.clock.now(), event);
  if (kept === "not theirs") throw viewNotFound();
  assertViewSaved(kept, name);
  const after = await services.store.views.find(staffID, viewID);
  if (!after) throw viewNotFound();
  return { view: toSavedView(after, staffID) };
}
