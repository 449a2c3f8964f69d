import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ViewDefinition, ViewState } from "#lib/contract/operations/view-target.ts";
import { viewDefinition } from "#lib/url-state/customers-view.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredView } from "#server/bff/store/views.ts";

/** The part of a view that is stored with a change for its customers. */
export const definitionOf = ({ viewID, name, query }: StoredView): ViewDefinition => ({
  viewID,
  name,
  query: viewDefinition(query),
});

/**
 * The present filters of a view. Null if the view was deleted, or if the person may no longer see it. A new name or
 * another order does not change the filters.
 */
export async function currentFilters(
  { store }: Pick<CoreServices, "store">,
  staffID: string,
  viewID: string,
): Promise<string | null> {
  const view = await store.views.find(staffID, viewID);
  return view && viewDefinition(view.query);
}

/** Compares the stored filters of a view with its present ones. */
export async function readViewState(
  services: Pick<CoreServices, "store">,
  staffID: string,
  { viewID, query }: ViewDefinition,
): Promise<ViewState> {
  const current = await currentFilters(services, staffID, viewID);
  if (current === null) return "gone";
  return current === query ? "same" : "edited";
}

/** Throws `view_changed` if the view has other filters now, was deleted, or may no longer be seen by the person. */
export async function assertViewUnchanged(
  services: Pick<CoreServices, "store">,
  staffID: string,
  view: ViewDefinition,
): Promise<void> {
  const state = await readViewState(services, staffID, view);
  if (state === "same") return;
  const change = state === "edited" ? "was edited" : "was deleted, or is no longer shared with the person who used it";
  throw new AppError("view_changed", `The view “${view.name}” ${change}.`);
}
