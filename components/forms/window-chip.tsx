"use client";

import { CalendarRange } from "lucide-react";
import { closePopover } from "#components/ui/popover.tsx";
import { type WindowPreset, type WindowRange, windowPresets } from "#lib/url-state/customers-view.ts";
import { ChoiceList } from "./choice-list.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { WindowRangeForm } from "./window-range-form.tsx";
import { presetNames, windowName } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

interface WindowChipProps {
  /** Of its popover. */
  id: string;
  texts: { chip: string; open: string; remove: string; presets: string };
  window: Window;
  onWindow: (window: Window) => void;
}

const choices = windowPresets.map((value) => ({ value, name: presetNames[value] }));

/** A window of time, always in sight; removing it shows all time. */
export function WindowChip({ id, texts, window, onWindow }: WindowChipProps) {
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
    >
      <ChoiceList choices={choices} chosen={typeof window === "string" ? window : undefined} onChoose={choose} />
      <WindowRangeForm id={id} window={window} onRange={choose} />
    </FilterChip>
  );
}
