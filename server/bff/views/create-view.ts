import { randomUUID } from "node:crypto";
import type { NewView, SavedView } from "#lib/contract/view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { viewAsSeen } from "./view-as-seen.ts";
import { requireKept, requireSharing, understoodLayout, understoodQuery } from "./view-rules.ts";

/** Keeps a view for the person alone, or for everybody. */
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
    query: understoodQuery(input.query),
    layout: input.layout ? understoodLayout(input.layout) : null,
    shared: input.shared,
  };
  requireKept(await services.store.views.add(staffID, view, nowMs), input.name);
  context.answerWith(201);
  return { view: viewAsSeen({ ...view, owner: { staffID, name }, updatedAt: nowMs }, staffID) };
}
