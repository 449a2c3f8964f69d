import type { RouteContext } from "#server/bff/core/route.ts";
import { keeperOf, viewGone, viewToChange } from "./view-rules.ts";

/** Deletes a view, a shared one for everybody. */
export async function deleteView({
  context,
  viewID,
}: {
  context: RouteContext<"viewer">;
  viewID: string;
}): Promise<undefined> {
  await viewToChange(context, viewID);
  if (!(await context.services.store.views.remove(keeperOf(context), viewID))) throw viewGone();
}
