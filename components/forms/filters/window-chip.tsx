"use client";

import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { FilterChip } from "./filter-chip.tsx";
import { windowFilter } from "./window-filter.tsx";
import { windowName } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

interface WindowChipProps {
  /** The ID of the popover. */
  id: string;
  name: string;
  window: Window;
  onWindow: (window: Window) => void;
}

/** The chip of a filter by date range. The chip is always visible. Used on a page that has no other filter. */
export function WindowChip({ id, name, window, onWindow }: WindowChipProps) {
  const { editor, ...filter } = windowFilter<{ window: Window }>({ id, name, window });
  const change = ({ window: chosen }: Partial<{ window: Window }>) => chosen !== undefined && onWindow(chosen);
  return (
    <FilterChip
      id={id}
      filter={{
        ...filter,
        value: windowName(window),
        onRemove: window === "all" ? undefined : () => onWindow("all"),
        editor: (close) => editor?.({ change, close }),
      }}
    />
  );
}
