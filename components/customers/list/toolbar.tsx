"use client";

import { Trash2, X } from "lucide-react";
import { useCallback } from "react";
import { noteSearch } from "#components/customers/search-widening/recent-search.ts";
import { orderNames, customersTexts as texts, windowTexts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { WindowChip } from "#components/forms/window-chip.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { customerSortKeys } from "#lib/contract/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { SearchBox } from "./search-box.tsx";

const orders = customerSortKeys.flatMap((sort) =>
  [false, true].map((ascending) => ({
    value: `${sort} ${ascending}`,
    label: orderNames[sort][ascending ? "ascending" : "descending"],
    order: { sort, ascending },
  })),
);

/** Everything that narrows the list, each in sight and each removable; all of it is the URL. */
export function CustomersToolbar({ environment }: { environment: Environment }) {
  const [view, change] = useCustomersView(environment);
  const search = useCallback(
    (searchTerm: string, history: "push" | "replace") => noteSearch(change({ searchTerm }, history)),
    [change],
  );
  const inForce = [view.window !== "all", view.searchTerm !== "", view.includeDeleted].filter(Boolean);
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchBox value={view.searchTerm} onSearch={search} />
      <WindowChip
        id="customers-window"
        texts={windowTexts}
        window={view.window}
        onWindow={(window) => change({ window })}
      />
      <button
        type="button"
        aria-pressed={view.includeDeleted}
        onClick={() => change({ includeDeleted: !view.includeDeleted })}
        className={classNames(
          "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
          view.includeDeleted ? "chosen" : "border-line bg-surface hover:border-line-strong",
        )}
      >
        <Trash2 aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        {texts.includeDeleted}
        {view.includeDeleted && <X aria-hidden className="size-3.5" />}
      </button>
      {view.searchTerm !== "" && (
        <button
          type="button"
          onClick={() => change({ searchTerm: "" })}
          title={texts.removeSearch}
          className="flex h-8 min-w-0 max-w-72 items-center gap-1.5 rounded-base border border-accent/35 bg-accent-soft px-2.5 text-accent text-table"
        >
          <span className="sr-only">{texts.removeSearch}: </span>
          <bdi className="truncate">“{view.searchTerm}”</bdi>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      )}
      {inForce.length > 1 && (
        <Button variant="quiet" onClick={() => change({ window: "all", searchTerm: "", includeDeleted: false })}>
          {texts.clearAll}
        </Button>
      )}
      <label className="flex items-center gap-2 text-ink-muted text-table lg:hidden">
        <span className="max-sm:sr-only">{texts.sort}</span>
        <select
          value={`${view.sort} ${view.ascending}`}
          onChange={(event) => {
            const chosen = orders.find(({ value }) => value === event.target.value);
            if (chosen) change(chosen.order);
          }}
          className="h-8 rounded-base border border-line bg-surface ps-2 pe-1 text-ink"
        >
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ColumnsMenu />
    </KeepFocus>
  );
}
