import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters } from "#lib/url-state/known-filters.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";

/**
 * True if a search or a filter of the store of known customers may have matches outside the window. False if the window
 * covers all time.
 */
export function canMatchOutside(view: CustomersView, nowMs: number): boolean {
  const isNarrowed = view.searchTerm !== "" || hasKnownFilters(view);
  return isNarrowed && ladderSteps(view.window, true, nowMs).includes("all");
}

/**
 * Returns the number of matches outside the window, computed from the number inside the window and the number at any
 * time. Undefined if the two numbers contradict each other, because the list changed between the two counts or one
 * count is old.
 */
export function countOutside(inside: number, atAnyTime: number): number | undefined {
  return atAnyTime < inside ? undefined : atAnyTime - inside;
}
