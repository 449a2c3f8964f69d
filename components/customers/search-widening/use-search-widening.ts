"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ladderTexts as texts } from "#components/customers/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersCount, customersCountQueryOptions, filtersOfView } from "#lib/query/customers/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { clearSearch, isJustSearched } from "./recent-search.ts";

/** The number of matches in one wider date range. */
export interface WideningStep {
  window: WindowPreset;
  /** The matches in the date range. Absent while unknown, or if they cannot be counted. */
  count?: CustomersCount;
}

export interface SearchWidening {
  steps: readonly WideningStep[];
  looking: boolean;
  /** True if the wider date ranges could not be counted. */
  failed: boolean;
}

/**
 * Used when a view has no rows. Counts the matches in wider date ranges, one after the other. If the person has just
 * searched, shows the first date range that has matches. The new view replaces the history entry of the search, so that
 * Back does not open the empty view again. The URL stores the original date range, so that the page can link back to it
 * (docs/decisions/0011-a-search-that-widens.md).
 */
export function useSearchWidening(
  environment: Environment,
  view: CustomersView,
  isEmpty: boolean,
  change: ChangeView<CustomersView>,
): SearchWidening {
  const { window: shown, searchTerm } = view;
  const { window: _, ...filters } = filtersOfView(view);
  const recentSearch = isJustSearched(view);
  const windows = isEmpty ? ladderSteps(shown, searchTerm !== "", Date.now()) : [];
  const { data, isFetching, isError } = useQuery({
    queryKey: [environment, "window-ladder", { shown, ...filters, recentSearch }],
    queryFn: async ({ client }) => {
      const steps: WideningStep[] = [];
      for (const window of windows) {
        const options = customersCountQueryOptions(environment, { ...filters, window });
        const count = await client.fetchQuery(options);
        steps.push({ window, count });
        // Stops counting here. The page will show this date range, so it needs no counts of wider date ranges.
        if (recentSearch && count.total > 0) break;
      }
      return steps;
    },
    enabled: windows.length > 0,
    staleTime: 60_000,
  });
  const found = data?.find(({ count }) => count !== undefined && count.total > 0)?.window;
  useEffect(() => {
    if (found === undefined || !recentSearch) return;
    clearSearch();
    announce(texts.widened(shown));
    change({ window: found, widenedFrom: shown }, "replace");
  }, [found, recentSearch, shown, change]);
  return { steps: data ?? windows.map((window) => ({ window })), looking: isFetching, failed: isError };
}
