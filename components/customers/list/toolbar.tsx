"use client";

import { type ReactNode, useCallback } from "react";
import { KnownFilters } from "#components/customers/filters/known-filters.tsx";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { rememberSearch } from "#components/customers/search-widening/recent-search.ts";
import { orderNames, customersTexts as texts, windowTexts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { SearchBox } from "#components/forms/filters/search-box.tsx";
import { WindowChip } from "#components/forms/filters/window-chip.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Archive, ArrowUpDown, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { customerSortKeys } from "#lib/contract/values/customers/customer-filters.ts";
import { type ListSortKey, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { hasKnownFilters, noKnownFilters } from "#lib/url-state/known-filters.ts";
import { ColumnsButton, ColumnsPopover } from "./columns-menu.tsx";
import { DefaultWindow } from "./default-window.tsx";

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

/** A selector for the sort order, for layouts without column headers. If `isIcon` is true, it is a square button. */
function SortSelect({
  environment,
  isIcon = false,
  className,
}: {
  environment: Environment;
  isIcon?: boolean;
  className: string;
}) {
  const [view, change] = useCustomersView(environment);
  const orders = useIsKnownOn() ? allOrders : ordersOfApi;
  return (
    <label
      className={classNames(
        className,
        "text-ink-muted text-table has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1",
        isIcon && "rounded-base border border-line bg-surface",
      )}
    >
      <span className={isIcon ? "sr-only" : ""}>{texts.sort}</span>
      {isIcon && <ArrowUpDown aria-hidden className="size-4" />}
      <select
        value={`${view.sort} ${view.ascending}`}
        onChange={(event) => {
          const chosen = orders.find(({ value }) => value === event.target.value);
          if (chosen) change(chosen.order);
        }}
        className={classNames(
          "h-8 rounded-base border border-line bg-surface ps-2 pe-1 text-ink",
          isIcon && "absolute inset-0 w-full opacity-0",
        )}
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

/** The filters of the list, stored in the URL. Each active filter is visible, with a button that removes it. */
export function CustomersToolbar({ environment, children }: { environment: Environment; children?: ReactNode }) {
  const [view, change] = useCustomersView(environment);
  const search = useCallback(
    (searchTerm: string, history: "push" | "replace") => rememberSearch(change({ searchTerm }, history)),
    [change],
  );
  const { window, searchTerm, includeDeleted } = view;
  const inForce = [window !== "all", searchTerm !== "", includeDeleted, hasKnownFilters(view)].filter(Boolean);
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <div className="contents max-sm:block max-sm:w-[calc(100%-5rem)]">
        <SearchBox
          value={view.searchTerm}
          onSearch={search}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          shortcut={texts.searchShortcut}
        />
      </div>
      {/* On a narrow screen, these buttons are beside the search box. They are here so that the keyboard order
          matches the visible order. */}
      <div className="contents sm:hidden">
        <SortSelect environment={environment} isIcon className="relative flex size-8 items-center justify-center" />
        <ColumnsButton isIcon />
      </div>
      <WindowChip
        id="customers-window"
        texts={windowTexts}
        window={view.window}
        onWindow={(window) => change({ window })}
      >
        <DefaultWindow window={view.window} />
      </WindowChip>
      {/* Hidden while the filter by state is set, because that filter already decides about deleted customers. */}
      {view.state.length === 0 && (
        <button
          type="button"
          aria-pressed={view.includeDeleted}
          onClick={() => change({ includeDeleted: !view.includeDeleted })}
          className={classNames(
            "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
            view.includeDeleted ? "chosen" : "border-line bg-surface hover:border-line-strong",
          )}
        >
          <Archive aria-hidden className="size-4 shrink-0 max-sm:hidden" />
          {texts.includeDeleted}
          {view.includeDeleted && <X aria-hidden className="size-3.5" />}
        </button>
      )}
      <KnownFilters environment={environment} />
      {children}
      {inForce.length > 1 && (
        <Button
          variant="quiet"
          onClick={() => change({ window: "all", searchTerm: "", includeDeleted: false, ...noKnownFilters })}
        >
          {texts.clearAll}
        </Button>
      )}
      <SortSelect environment={environment} className="flex items-center gap-2 max-sm:hidden lg:hidden" />
      <ColumnsPopover />
    </KeepFocus>
  );
}
