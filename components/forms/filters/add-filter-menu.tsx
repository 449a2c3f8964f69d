"use client";

import { useEffect, useRef, useState } from "react";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { ChevronLeft } from "#components/ui/icon/icons.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { ShownFilter } from "./list-filter.ts";

interface ChosenFilterProps {
  filter: ShownFilter;
  onBack: () => void;
  onClose: () => void;
}

/**
 * The editor of the chosen filter. The focus moves to the editor's first control, because the button that was pressed
 * no longer exists.
 */
function ChosenFilter({ filter, onBack, onClose }: ChosenFilterProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    (element?.querySelector<HTMLElement>("input:not(:disabled), button, select") ?? element)?.focus();
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={onBack}
        className="flex min-h-9 w-full items-center gap-1 border-line border-b px-2 font-medium text-table -outline-offset-2 hover:bg-sunken"
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="sr-only">{texts.back}: </span>
        {filter.name}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div ref={area} role="group" aria-label={filter.name} tabIndex={-1} className="-outline-offset-2">
        {filter.editor?.(onClose)}
      </div>
    </>
  );
}

export interface AddFilterMenuProps {
  /** The ID of the popover. */
  id: string;
  filters: readonly ShownFilter[];
}

/** Lists the filters that are not set. When the person chooses a filter, shows its editor instead. */
export function AddFilterMenu({ id, filters }: AddFilterMenuProps) {
  const [chosenID, choose] = useState<string>();
  /** The filter whose editor the person has left. This filter's button in the list gets the focus. */
  const left = useRef<string>(undefined);
  const chosen = filters.find((filter) => filter.id === chosenID);
  if (chosen) {
    return (
      <ChosenFilter
        filter={chosen}
        onBack={() => {
          left.current = chosen.id;
          choose(undefined);
        }}
        onClose={() => closePopover(id)}
      />
    );
  }
  const offered = filters.filter(({ value, editor, onAdd }) => value === undefined && (editor || onAdd));
  /** If the filter was set in the meantime, the list no longer contains it. The first button then gets the focus. */
  const focusedID = offered.some((filter) => filter.id === left.current) ? left.current : offered[0]?.id;
  return (
    <ul className="p-1">
      {offered.map(({ id: filterID, name, icon: Icon, onAdd, note }) => (
        <li key={filterID}>
          <button
            type="button"
            ref={(line) => {
              if (left.current === undefined || filterID !== focusedID) return;
              left.current = undefined;
              line?.focus();
            }}
            onClick={() => {
              if (!onAdd) return choose(filterID);
              closePopover(id);
              onAdd();
            }}
            className="flex h-8 w-full items-center gap-2 rounded-small px-2 text-start text-table -outline-offset-1 hover:bg-accent-soft"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
            <span className="flex-1">{name}</span>
            {note}
          </button>
        </li>
      ))}
      {offered.length === 0 && <li className="px-2 py-1.5 text-ink-muted text-table">{texts.allSet}</li>}
    </ul>
  );
}
