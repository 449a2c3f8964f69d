import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters, type KnownFiltersView, noKnownFilters } from "#lib/url-state/known-filters.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";
import type { ListLimit } from "./list-limit.ts";

type Narrowing = Pick<CustomersView, "window" | "searchTerm" | "includeDeleted"> & Partial<KnownFiltersView>;

/**
 * The limits that may explain an empty list of customers, in the order in which they are counted:
 * 1. the window, in several steps
 * 2. all filters that the API does not have, then these filters together with the window
 * 3. the exclusion of deleted customers, together with the window
 * 4. for a search: the environment, together with the exclusion of deleted customers and the window
 * 5. the search text, then the search text together with the window
 */
export function customerLimits(
  view: Narrowing,
  others: readonly Environment[],
  nowMs: number,
): ListLimit<CustomersView>[] {
  const { window, searchTerm, includeDeleted, state = [] } = view;
  const isSearch = searchTerm !== "";
  const everyone = { window: "all", includeDeleted: true } as const;
  return [
    ...ladderSteps(window, isSearch, nowMs).map((step) => ({ cause: "window" as const, change: { window: step } })),
    ...(hasKnownFilters(view) ? [{ cause: "filters" as const, change: { ...noKnownFilters } }] : []),
    ...(hasKnownFilters(view) && window !== "all"
      ? [{ cause: "filters" as const, change: { ...noKnownFilters, window: "all" as const } }]
      : []),
    ...(includeDeleted || state.length > 0 ? [] : [{ cause: "deleted" as const, change: everyone }]),
    ...(isSearch ? others : []).map((environment) => ({
      cause: "environment" as const,
      environment,
      change: everyone,
    })),
    ...(isSearch ? [{ cause: "search" as const, change: { searchTerm: "" } }] : []),
    ...(isSearch && window !== "all"
      ? [{ cause: "search" as const, change: { searchTerm: "", window: "all" as const } }]
      : []),
  ];
}
