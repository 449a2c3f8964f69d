"use client";

import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { X } from "#components/ui/icon/icons.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { ShownFilter } from "./list-filter.ts";

interface FilterChipProps {
  /** The ID of the popover. */
  id: string;
  filter: ShownFilter;
  onToggle?: (isOpen: boolean) => void;
}

/** A filter that is set: a button that opens its editor, and a button that removes it. */
export function FilterChip({ id, filter, onToggle }: FilterChipProps) {
  const { name, icon: Icon, value = texts.any, editor, onRemove } = filter;
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
          className="grid h-full w-8 shrink-0 place-items-center rounded-base border-accent/35 border-s -outline-offset-1 hover:bg-accent/10"
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
          onToggle={({ newState }) => onToggle?.(newState === "open")}
        >
          {editor(() => closePopover(id))}
        </LazyPopover>
      )}
    </div>
  );
}
