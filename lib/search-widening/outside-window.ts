import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";

/** True if a search may have matches outside of the current window, because the window is narrower than all time. */
export function canMatchOutside({ searchTerm, window }: CustomersView, nowMs: number): boolean {
  return searchTerm !== "" && ladderSteps(window, true, nowMs).includes("all");
}

/**
 * The number of matches outside of the window, from the number inside and the number at any time. Undefined if the two
 * numbers contradict each other. That happens if the list has changed in between, or if one of the numbers is old.
 */
export function countOutside(inside: number, atAnyTime: number): number | undefined {
  return atAnyTime < inside ? undefined : atAnyTime - inside;
}
