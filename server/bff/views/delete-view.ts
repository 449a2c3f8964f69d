import type { RouteContext } from "../route.ts";
import { viewToChange } from "./view-rules.ts";

/** Deletes a view, a shared one for everybody. */
export async function deleteView({
  context,
  viewID,
}: {
  context: RouteContext<"viewer">;
  viewID: string;
}): Promise<undefined> {
  await viewToChange(context, viewID);
  await context.services.store.views.remove(viewID);
}
