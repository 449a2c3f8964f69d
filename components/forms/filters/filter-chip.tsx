"use client";

import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { X } from "#components/ui/icon/icons.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { FilterVisit, ListFilter } from "./list-filter.ts";

interface FilterChipProps<View> {
  /** The ID of the popover. */
  id: string;
  filter: ListFilter<View>;
  visit: FilterVisit<View>;
  /** Undefined for a filter that is not set and whose chip is shown nevertheless. */
  onRemove: (() => void) | undefined;
  onOpen?: (isOpen: boolean) => void;
}

/** A filter that is set: a button that opens its editor, and a button that removes it. */
export function FilterChip<View>({ id, filter, visit, onRemove, onOpen }: FilterChipProps<View>) {
  const { name, icon: Icon, value = texts.any, editor } = filter;
  const label = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      <span className="truncate">
        {value === "" ? (
          name
        ) : (
          <>
            {name}: <bdi className="font-medium">{value}</bdi>
          </>
        )}
      </span>
    </>
  );
  return (
    <div className={onRemove ? "filter-chip filter-chip-set" : "filter-chip"}>
      {editor ? (
        <button
          type="button"
          popoverTarget={id}
          title={value === "" ? name : `${name}: ${value}`}
          aria-label={texts.change(name, value)}
          className="filter-chip-button"
        >
          {label}
        </button>
      ) : (
        <span title={value === "" ? name : `${name}: ${value}`} className="filter-chip-button">
          {label}
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={texts.remove(name)}
          title={texts.remove(name)}
          onClick={onRemove}
          className="filter-chip-remove"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      {editor && (
        <LazyPopover
          id={id}
          className="w-80"
          role="group"
          aria-label={name}
          onToggle={({ newState }) => onOpen?.(newState === "open")}
        >
          {editor({ change: visit.change, close: () => closePopover(id) })}
        </LazyPopover>
      )}
    </div>
  );
}
