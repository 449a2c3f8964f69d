"use client";

import { useEffect, useRef, useState } from "react";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { ChevronLeft, ListFilter as ListFilterIcon } from "#components/ui/icon/icons.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { FilterVisit, ListFilter } from "./list-filter.ts";

interface AddFilterProps<View> {
  /** The ID of the popover. */
  id: string;
  filters: readonly ListFilter<View>[];
  visit: FilterVisit<View>;
  onSet: (change: Partial<View>) => void;
}

/** The editor of the chosen filter. The focus moves to its first control, because the pressed button is gone. */
function ChosenFilter<View>({
  filter,
  visit,
  onBack,
  onClose,
}: {
  filter: ListFilter<View>;
  visit: FilterVisit<View>;
  onBack: () => void;
  onClose: () => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    (element?.querySelector<HTMLElement>("input:not(:disabled), button, select") ?? element)?.focus();
  }, []);
  return (
    <>
      <button type="button" onClick={onBack} className="filter-back">
        <ChevronLeft aria-hidden className="size-4" />
        <span className="sr-only">{texts.back}: </span>
        {filter.name}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div ref={area} role="group" aria-label={filter.name} tabIndex={-1} className="-outline-offset-2">
        {filter.editor?.({ change: visit.change, close: onClose })}
      </div>
    </>
  );
}

/** The button that adds a filter: a menu of the filters that are not set, and then the editor of the chosen one. */
export function AddFilter<View>({ id, filters, visit, onSet }: AddFilterProps<View>) {
  const [chosenID, choose] = useState<string>();
  const menu = useRef<HTMLUListElement>(null);
  const chosen = filters.find((filter) => filter.id === chosenID);
  const offered = filters.filter(({ value, editor, addition }) => value === undefined && (editor || addition));
  const back = () => {
    const before = chosenID;
    choose(undefined);
    // The menu is rendered again before the focus moves to the line of the filter.
    requestAnimationFrame(() => {
      const line = menu.current?.querySelector<HTMLElement>(`[data-filter="${before}"]`);
      (line ?? menu.current?.querySelector("button"))?.focus();
    });
  };
  return (
    <>
      <button type="button" popoverTarget={id} {...keepFocusProps} className="filter-add">
        <ListFilterIcon aria-hidden className="size-4 shrink-0" />
        {texts.add}
      </button>
      <LazyPopover
        id={id}
        role="group"
        aria-label={texts.add}
        className="w-80"
        onToggle={({ newState }) => {
          visit.begin();
          if (newState === "closed") choose(undefined);
        }}
      >
        {chosen ? (
          <ChosenFilter key={chosen.id} filter={chosen} visit={visit} onBack={back} onClose={() => closePopover(id)} />
        ) : (
          <ul ref={menu} className="p-1">
            {offered.map(({ id: filterID, name, icon: Icon, addition, note }) => (
              <li key={filterID}>
                <button
                  type="button"
                  data-filter={filterID}
                  onClick={() => {
                    if (!addition) return choose(filterID);
                    closePopover(id);
                    onSet(addition);
                  }}
                  className="row-menu-item"
                >
                  <Icon aria-hidden className="row-menu-icon" />
                  <span className="flex-1">{name}</span>
                  {note}
                </button>
              </li>
            ))}
            {offered.length === 0 && <li className="px-2 py-1.5 text-ink-muted text-table">{texts.allSet}</li>}
          </ul>
        )}
      </LazyPopover>
    </>
  );
}
