import { type CustomersView, resolveWindow } from "#lib/url-state/customers-view.ts";
import type { CustomerListQuery } from "./contract/customer-list.ts";

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
 * What of a selection holds on a page with `filters`. Single customers stay selected wherever one looks;
 * "all that match" means the filters under which it was said, and nothing under others.
 */
export function selectionUnder(
  selection: CustomerSelection | undefined,
  filters: MatchingFilters,
): CustomerSelection | undefined {
  if (selection?.kind === "matching" && !isSameFilters(selection.filters, filters)) return undefined;
  return selection;
}

/**
 * The selection with some customers more or fewer. Whoever leaves one out of "all that match" is left
 * with the other customers of the page: a list of all but one could not be frozen without reading it.
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
