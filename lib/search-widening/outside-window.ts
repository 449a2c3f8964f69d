import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters } from "#lib/url-state/known-filters.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";

/**
 * True if a search, or a filter of the record, may have matches outside of the current window, because the window is
 * narrower than all time.
 */
export function canMatchOutside(view: CustomersView, nowMs: number): boolean {
  const isNarrowed = view.searchTerm !== "" || hasKnownFilters(view);
  return isNarrowed && ladderSteps(view.window, true, nowMs).includes("all");
}

/**
 * The number of matches outside of the window. It is computed from the number inside the window and the number at any
 * time. Undefined if the two numbers contradict each other. That happens if the list has changed between the two
 * counts, or if one of the counts is old.
 */
export function countOutside(inside: number, atAnyTime: number): number | undefined {
  return atAnyTime < inside ? undefined : atAnyTime - inside;
}
