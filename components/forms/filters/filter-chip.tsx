"use client";

import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { ChevronDown, type IconComponent, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";

interface FilterChipProps {
  /** The ID of the popover. */
  id: string;
  name: string;
  value: string;
  icon: IconComponent;
  /** True if the filter is set. Only then can a person remove it. */
  isSet: boolean;
  openLabel: string;
  removeLabel: string;
  onRemove: () => void;
  /** The accessible name of the popover. */
  popoverLabel: string;
  /** True if the value is shown even if no filter is set. */
  isAnyShown?: boolean;
  /** Called when the popover opens, so that its data can load. */
  onOpen?: () => void;
  children: ReactNode;
}

/** A filter that is always visible. Shows its value, and has a popover that changes it. */
export function FilterChip(props: FilterChipProps) {
  const {
    id,
    name,
    value,
    icon: Icon,
    isSet,
    openLabel,
    removeLabel,
    onRemove,
    popoverLabel,
    onOpen,
    children,
  } = props;
  const isValueShown = isSet || props.isAnyShown;
  return (
    <KeepFocus
      className={classNames(
        "filter-chip",
        isSet ? "border-accent/35 bg-accent-soft text-accent" : "border-line bg-surface",
      )}
    >
      <button
        type="button"
        popoverTarget={id}
        {...keepFocusProps}
        title={openLabel}
        {...(!isValueShown && { "aria-label": `${name}: ${value}` })}
        className="filter-chip-button"
      >
        <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        <span className="truncate">
          {isValueShown ? (
            <>
              {name}: <bdi className="font-medium">{value}</bdi>
            </>
          ) : (
            name
          )}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {isSet && (
        <button
          type="button"
          aria-label={removeLabel}
          title={removeLabel}
          onClick={onRemove}
          className="grid h-full w-7 shrink-0 place-items-center rounded-base border-accent/20 border-s -outline-offset-1 hover:bg-accent/10"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <LazyPopover
        id={id}
        className="w-76"
        role="group"
        aria-label={popoverLabel}
        {...(onOpen && { onToggle: ({ newState }) => newState === "open" && onOpen() })}
      >
        {children}
      </LazyPopover>
    </KeepFocus>
  );
}
