import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { SavedView } from "#lib/contract/console/view.ts";
import { type CustomersLayout, toCustomersLayout } from "#lib/customers/customers-layout.ts";
import { type CustomersView, customersViewParams, defaultCustomersView, parseCustomersView } from "./customers-view.ts";

/** All that a saved view shows, as the page's address carries it; `own` is the layout where the view has none. */
export function openSavedView({ viewID, query, layout }: SavedView, own: CustomersLayout): CustomersView {
  const saved = parseCustomersView(new URLSearchParams(query));
  return { ...saved, viewID, layout: layout ? toCustomersLayout(layout) : own };
}

/** Whether an address names a saved view and leaves something of it to be looked up: its columns, or all of it. */
export function isShortViewAddress({ viewID, layout }: CustomersView): boolean {
  return viewID !== undefined && layout === undefined;
}

/**
 * What the page shows to a person who asks for nothing in particular: their default view, or else their default
 * window; undefined for what everybody begins with.
 */
export function defaultViewOf(
  { defaultView, defaultWindow }: Pick<Preferences, "defaultView" | "defaultWindow">,
  views: readonly SavedView[],
  own: CustomersLayout,
): CustomersView | undefined {
  const view = views.find(({ viewID }) => viewID === defaultView);
  if (view) return openSavedView(view, own);
  return defaultWindow && { ...defaultCustomersView, window: defaultWindow };
}

/**
 * What such an address stands for. One with nothing but the view's ID is the view as it is saved now; one
 * that asks something of its own gets the view's columns and density.
 */
export function completeViewAddress(
  shown: CustomersView,
  views: readonly SavedView[],
  own: CustomersLayout,
): CustomersView {
  const view = views.find(({ viewID }) => viewID === shown.viewID);
  if (!view) return shown;
  const opened = openSavedView(view, own);
  const bare = customersViewParams({ ...defaultCustomersView, viewID: shown.viewID }).toString();
  return customersViewParams(shown).toString() === bare ? opened : { ...shown, layout: opened.layout };
}
