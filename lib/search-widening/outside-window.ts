import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";

/** Whether a search may have matches outside the window in force: all time is wider than that window. */
export function canMatchOutside({ searchTerm, window }: CustomersView, nowMs: number): boolean {
  return searchTerm !== "" && ladderSteps(window, true, nowMs).includes("all");
}

/**
 * How many matches are outside the window, from how many are inside and how many there are at any time.
 * Undefined where the two counts contradict each other: the list has changed between them, or one is old.
 */
export function countOutside(inside: number, atAnyTime: number): number | undefined {
  return atAnyTime < inside ? undefined : atAnyTime - inside;
}
