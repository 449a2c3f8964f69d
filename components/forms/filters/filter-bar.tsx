"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { AddFilter } from "./add-filter.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { ListFilter, ShownFilter } from "./list-filter.ts";

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
 * The URL stores the search and all filters.
 */
export function FilterBar<View>({ filters, change, search, beside, children }: FilterBarProps<View>) {
  const id = useId();
  /**
   * The filter whose editor is open. The filter's chip stays even if the person has removed all values in the editor.
   */
  const [openID, setOpenID] = useState<string>();
  /** True after the first change since an editor was opened. */
  const hasChanged = useRef(false);
  const beginVisit = () => {
    hasChanged.current = false;
  };
  const changeInVisit = (next: Partial<View>) => {
    change(next, hasChanged.current ? "replace" : "push");
    hasChanged.current = true;
  };
  const shown = filters.map(
    ({ removal, addition, editor, ...described }): ShownFilter => ({
      ...described,
      onRemove: described.value === undefined ? undefined : () => change(removal),
      ...(addition && { onAdd: () => change(addition) }),
      ...(editor && { editor: (close) => editor({ change: changeInVisit, close }) }),
    }),
  );
  const set = filters.filter(({ value }) => value !== undefined);
  const clear = () => change(Object.assign({}, ...set.map(({ removal }) => removal)));
  return (
    <div className="filter-bar">
      {search && (
        <div className="filter-search">
          {search}
          {beside}
        </div>
      )}
      <KeepFocus className="filter-chips">
        <AddFilter id={`${id}-add`} filters={shown} onToggle={beginVisit} />
        {shown
          .filter(({ value, id: filterID }) => value !== undefined || filterID === openID)
          .map((filter) => (
            <FilterChip
              key={filter.id}
              id={`${id}-${filter.id}`}
              filter={filter}
              onToggle={(isOpen) => {
                beginVisit();
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
