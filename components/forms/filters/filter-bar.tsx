"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { AddFilter } from "./add-filter.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { FilterVisit, ListFilter } from "./list-filter.ts";

interface FilterBarProps<View> {
  filters: readonly ListFilter<View>[];
  change: (change: Partial<View>, history?: "push" | "replace") => unknown;
  /** The list's search box. */
  search?: ReactNode;
  /** Further controls beside the search box. */
  beside?: ReactNode;
  /** Further controls after the filters. */
  children?: ReactNode;
}

/**
 * The filters of a list in one line: the search, a button that adds a filter, and a chip for each filter that is set.
 * All of them are stored in the URL.
 */
export function FilterBar<View>({ filters, change, search, beside, children }: FilterBarProps<View>) {
  const id = useId();
  /** The filter whose editor is open. Its chip stays while the person has chosen nothing. */
  const [openID, setOpenID] = useState<string>();
  /** True after the first change since an editor was opened. */
  const hasChanged = useRef(false);
  const visit: FilterVisit<View> = {
    begin: () => {
      hasChanged.current = false;
    },
    change: (next) => {
      change(next, hasChanged.current ? "replace" : "push");
      hasChanged.current = true;
    },
  };
  const set = filters.filter(({ value }) => value !== undefined);
  const shown = filters.filter((filter) => set.includes(filter) || filter.id === openID);
  const clear = () => change(Object.assign({}, ...set.map(({ removal }) => removal)));
  return (
    <div className="filter-bar">
      {search && (
        <div className="filter-search">
          <div className="min-w-0 flex-1">{search}</div>
          {beside}
        </div>
      )}
      <KeepFocus className="filter-chips">
        <AddFilter id={`${id}-add`} filters={filters} visit={visit} onSet={change} />
        {shown.map((filter) => (
          <FilterChip
            key={filter.id}
            id={`${id}-${filter.id}`}
            filter={filter}
            visit={visit}
            onRemove={filter.value === undefined ? undefined : () => change(filter.removal)}
            onOpen={(isOpen) => {
              visit.begin();
              setOpenID((before) => (isOpen ? filter.id : before === filter.id ? undefined : before));
            }}
          />
        ))}
        {set.length > 1 && (
          <Button variant="quiet" className="px-2" onClick={clear}>
            {texts.clear}
          </Button>
        )}
        {children}
      </KeepFocus>
    </div>
  );
}
