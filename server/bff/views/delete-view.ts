import type { RouteContext } from "#server/bff/core/route.ts";
import { auditedView, viewEvent } from "./view-event.ts";
import { viewEditorOf, viewNotFound, viewToChange } from "./view-rules.ts";

/** Deletes a view. A shared view is deleted for everybody. */
export async function deleteView({
  context,
  viewID,
}: {
  context: RouteContext<"viewer">;
  viewID: string;
}): Promise<undefined> {
  const { services } = context;
  const before = await viewToChange(context, viewID);
  const audited = before.shared
    ? {
        event: viewEvent(context, "view.deleted", viewID, { before: auditedView(before) }),
        nowMs: services.clock.now(),
      }
    : undefined;
  if (!(await services.store.views.remove(viewEditorOf(context), viewID, audited))) throw viewNotFound();
}
