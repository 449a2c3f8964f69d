"use client";

import type { ReactNode } from "react";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { CalendarRange } from "#components/ui/icon/icons.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { ChoiceList } from "./choice-list.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { WindowRangeForm } from "./window-range-form.tsx";
import { presetNames, windowName } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

interface WindowChipProps {
  /** The ID of the popover. */
  id: string;
  texts: { chip: string; open: string; remove: string; presets: string };
  window: Window;
  onWindow: (window: Window) => void;
  /** Shown below the choices. */
  children?: ReactNode;
}

const choices = windowPresets.map((value) => ({ value, name: presetNames[value] }));

/** A filter for a date range. It is always visible. If a person removes it, the list covers all time. */
export function WindowChip({ id, texts, window, onWindow, children }: WindowChipProps) {
  const choose = (chosen: Window) => {
    closePopover(id);
    onWindow(chosen);
  };
  return (
    <FilterChip
      id={id}
      name={texts.chip}
      value={windowName(window)}
      icon={CalendarRange}
      isSet={window !== "all"}
      openLabel={texts.open}
      removeLabel={texts.remove}
      onRemove={() => onWindow("all")}
      popoverLabel={texts.presets}
      isAnyShown
    >
      <ChoiceList choices={choices} chosen={typeof window === "string" ? window : undefined} onChoose={choose} />
      <WindowRangeForm id={id} window={window} onRange={choose} />
      {children}
    </FilterChip>
  );
}
