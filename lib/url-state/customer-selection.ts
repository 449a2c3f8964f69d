import type { CustomerListQuery } from "#lib/contract/customers/customer-list.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { resolveWindow } from "#lib/url-state/window.ts";

/** The filters of a list at one moment: days that no longer move. */
export type MatchingFilters = Pick<CustomerListQuery, "datefrom" | "includeDeleted"> &
  Partial<Record<"dateto" | "searchTerm", string>> & { datefrom: string };

/** Customers that somebody has selected: these, or all that match, of which the person saw `total`. */
export type CustomerSelection =
  | { kind: "ids"; customerIDs: string[] }
  | { kind: "matching"; filters: MatchingFilters; total: number };

/** The filters of a view at the instant `nowMs`. */
export function matchingFilters(view: CustomersView, nowMs: number): MatchingFilters {
  const { searchTerm, includeDeleted } = view;
  return { ...resolveWindow(view.window, nowMs), ...(searchTerm !== "" && { searchTerm }), includeDeleted };
}

function isSameFilters(one: MatchingFilters, other: MatchingFilters): boolean {
  const members = ["datefrom", "dateto", "searchTerm", "includeDeleted"] as const;
  return members.every((member) => one[member] === other[member]);
}

/**
 * What of a selection holds on a page with `filters`; undefined where the page has filters that the API does not. Single customers stay selected wherever one looks;
 * "all that match" means the filters under which it was said, and nothing under others.
 */
export function selectionForView(
  selection: CustomerSelection | undefined,
  filters: MatchingFilters | undefined,
): CustomerSelection | undefined {
  if (selection?.kind === "matching" && !(filters && isSameFilters(selection.filters, filters))) return undefined;
  return selection;
}

/**
 * The selection with some customers more or fewer. Leaving one out of "all that match" leaves
 * the other customers of the page: a list of all but one could not be frozen without reading it.
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

/** How many customers a selection is about. */
export function selectionSize(selection: CustomerSelection): number {
  return selection.kind === "ids" ? selection.customerIDs.length : selection.total;
}
