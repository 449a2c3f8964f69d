import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { SavedView } from "#lib/contract/console/view.ts";
import { type CustomersLayout, toCustomersLayout } from "#lib/customers/customers-layout.ts";
import { type CustomersView, customersViewParams, defaultCustomersView, parseCustomersView } from "./customers-view.ts";

/**
 * Returns the view of the customers page that a saved view opens. If the saved view has no layout, the layout `own` is
 * used.
 */
export function openSavedView({ viewID, query, layout }: SavedView, own: CustomersLayout): CustomersView {
  const saved = parseCustomersView(new URLSearchParams(query));
  return { ...saved, viewID, layout: layout ? toCustomersLayout(layout) : own };
}

/**
 * True if a URL contains the ID of a saved view but not its layout. The saved view must then be read to complete the
 * URL.
 */
export function isShortViewAddress({ viewID, layout }: CustomersView): boolean {
  return viewID !== undefined && layout === undefined;
}

/**
 * Returns the view for a URL without parameters: the person's default view, or otherwise their default window.
 * Undefined if the standard view applies.
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
 * Completes a URL that contains the ID of a saved view. If the URL contains only the ID, the page shows the view as it
 * is saved now. If the URL contains more parameters, only the layout is taken from the saved view.
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
