import type { CustomerListQuery } from "#lib/contract/customers/customer-list.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { resolveWindow } from "#lib/url-state/window.ts";

/** The filters of a list with fixed dates instead of a relative window. */
export type MatchingFilters = Pick<CustomerListQuery, "datefrom" | "includeDeleted"> &
  Partial<Record<"dateto" | "searchTerm", string>> & { datefrom: string };

/**
 * The customers that a person has selected: single customers by ID, or all customers that match the filters. `total` is
 * the number of matching customers that the person saw.
 */
export type CustomerSelection =
  | { kind: "ids"; customerIDs: string[] }
  | { kind: "matching"; filters: MatchingFilters; total: number };

/** Returns the filters of a view, with its window as dates. A relative window is counted back from `nowMs`. */
export function matchingFilters(view: CustomersView, nowMs: number): MatchingFilters {
  const { searchTerm, includeDeleted } = view;
  return { ...resolveWindow(view.window, nowMs), ...(searchTerm !== "" && { searchTerm }), includeDeleted };
}

function isSameFilters(one: MatchingFilters, other: MatchingFilters): boolean {
  const members = ["datefrom", "dateto", "searchTerm", "includeDeleted"] as const;
  return members.every((member) => one[member] === other[member]);
}

/**
 * Returns the part of a selection that stays valid on a page with `filters`. Individually selected customers stay
 * selected on every page. "All that match" stays valid only while the filters are the same as at the time of the
 * selection. `filters` is undefined if the page has filters that the API does not support.
 */
export function selectionForView(
  selection: CustomerSelection | undefined,
  filters: MatchingFilters | undefined,
): CustomerSelection | undefined {
  if (selection?.kind === "matching" && !(filters && isSameFilters(selection.filters, filters))) return undefined;
  return selection;
}

/**
 * Adds customers to a selection, or removes them. The console does not know all IDs of "all that match". If a customer
 * is removed from such a selection, only the remaining customers of the page stay selected.
 */
export function withCustomers(
  selection: CustomerSelection | undefined,
  customerIDs: readonly string[],
  selected: boolean,
  pageIDs: readonly string[],
): CustomerSelection | undefined {
  if (selection?.kind === "matching" && selected) return selection;
  const ids = new Set(selection?.kind === "matching" ? pageIDs : selection?.customerIDs);
  for (const id of customerIDs) {
    if (selected) ids.add(id);
    else ids.delete(id);
  }
  return ids.size === 0 ? undefined : { kind: "ids", customerIDs: [...ids] };
}

/** The number of selected customers. */
export function selectionSize(selection: CustomerSelection): number {
  return selection.kind === "ids" ? selection.customerIDs.length : selection.total;
}
