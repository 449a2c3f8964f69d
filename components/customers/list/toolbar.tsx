"use client";

import { type ReactNode, useCallback } from "react";
import { useCustomerFilters } from "#components/customers/filters/use-customer-filters.tsx";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { rememberSearch } from "#components/customers/search-widening/recent-search.ts";
import { orderNames, customersTexts as texts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { SearchBox } from "#components/forms/filters/search-box.tsx";
import { ArrowUpDown } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { customerSortKeys } from "#lib/contract/values/customers/customer-filters.ts";
import { type ListSortKey, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { ColumnsButton, ColumnsPopover } from "./columns-menu.tsx";

const ordersBy = (keys: readonly ListSortKey[]) =>
  keys.flatMap((sort) =>
    [false, true].map((ascending) => ({
      value: `${sort} ${ascending}`,
      label: orderNames[sort][ascending ? "ascending" : "descending"],
      order: { sort, ascending },
    })),
  );

const ordersOfApi = ordersBy(customerSortKeys);
const allOrders = ordersBy(listSortKeys);

/**
 * A square button that opens the choice of sort orders. Used in layouts without column headers. As with headers, only
 * the name and the columns that the person has chosen can be sorted.
 */
function SortSelect({ environment }: { environment: Environment }) {
  const [view, change] = useCustomersView(environment);
  const { columns } = useCustomersLayout().layout;
  const sortable: readonly string[] = ["companyName", view.sort, ...columns];
  const orders = (useIsKnownOn() ? allOrders : ordersOfApi).filter(({ order }) => sortable.includes(order.sort));
  return (
    <label className="relative flex size-8 shrink-0 items-center justify-center rounded-base border border-line bg-surface text-ink-muted has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2 lg:hidden">
      <span className="sr-only">{texts.sort}</span>
      <ArrowUpDown aria-hidden className="size-4" />
      <select
        value={`${view.sort} ${view.ascending}`}
        onChange={(event) => {
          const chosen = orders.find(({ value }) => value === event.target.value);
          if (chosen) change(chosen.order);
        }}
        className="absolute inset-0 h-8 w-full opacity-0"
      >
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The search and the filters of the list, stored in the URL. */
export function CustomersToolbar({ environment, children }: { environment: Environment; children?: ReactNode }) {
  const [view, change] = useCustomersView(environment);
  const search = useCallback(
    (searchTerm: string, history: "push" | "replace") => rememberSearch(change({ searchTerm }, history)),
    [change],
  );
  return (
    <>
      <FilterBar
        filters={useCustomerFilters(environment, view)}
        change={change}
        search={
          <SearchBox
            value={view.searchTerm}
            onSearch={search}
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            shortcut={texts.searchShortcut}
          />
        }
        beside={
          <>
            <SortSelect environment={environment} />
            <div className="contents sm:hidden">
              <ColumnsButton isIcon />
            </div>
          </>
        }
      >
        {children}
      </FilterBar>
      <ColumnsPopover />
    </>
  );
}
