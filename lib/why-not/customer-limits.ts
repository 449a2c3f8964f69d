import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";
import type { ListLimit } from "./list-limit.ts";

type Narrowing = Pick<CustomersView, "window" | "searchTerm" | "includeDeleted">;

/**
 * The limits of a list of customers, in the order in which they are removed:
 * 1. the window, step by step
 * 2. the exclusion of deleted customers, at all times
 * 3. the environment
 * 4. the search text
 */
export function customerLimits(
  view: Narrowing,
  others: readonly Environment[],
  nowMs: number,
): ListLimit<CustomersView>[] {
  const { window, searchTerm, includeDeleted } = view;
  const isSearch = searchTerm !== "";
  const everyone = { window: "all", includeDeleted: true } as const;
  return [
    ...ladderSteps(window, isSearch, nowMs).map((step) => ({ cause: "window" as const, change: { window: step } })),
    ...(includeDeleted ? [] : [{ cause: "deleted" as const, change: everyone }]),
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
