import { randomUUID } from "node:crypto";
import type { NewView, SavedView } from "#lib/contract/console/view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { toSavedView } from "./to-saved-view.ts";
import { viewEvent } from "./view-event.ts";
import { assertViewSaved, normaliseViewLayout, normaliseViewQuery, requireSharing } from "./view-rules.ts";

/** Saves a private or shared view. */
export async function createView({
  context,
  input,
}: {
  context: RouteContext<"viewer">;
  input: NewView;
}): Promise<{ view: SavedView }> {
  const { services, session } = context;
  if (input.shared) requireSharing(context);
  const { staffID, name } = session.staff;
  const nowMs = services.clock.now();
  const view = {
    viewID: randomUUID(),
    name: input.name,
    query: normaliseViewQuery(input.query),
    layout: input.layout ? normaliseViewLayout(input.layout) : null,
    shared: input.shared,
  };
  const event = view.shared ? viewEvent(context, "view.created", view.viewID, { after: view }) : undefined;
  assertViewSaved(await services.store.views.add(staffID, view, nowMs, event), input.name);
  context.answerWith(201);
  return { view: toSavedView({ ...view, owner: { staffID, name }, updatedAt: nowMs }, staffID) };
}
