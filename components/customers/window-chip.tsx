"use client";

import { CalendarRange, Check, ChevronDown, X } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus, keepsFocus } from "#components/ui/keep-focus.tsx";
import { closePopover, Popover } from "#components/ui/popover.tsx";
import { type CustomersView, windowPresets } from "#lib/customers-view.ts";
import { presetNames, windowTexts as texts, windowName } from "./texts.ts";
import { WindowRangeForm } from "./window-range-form.tsx";

interface WindowChipProps {
  window: CustomersView["window"];
  onWindow: (window: CustomersView["window"]) => void;
}

const popoverID = "customers-window";

/** The window of creation dates, always in sight; removing it shows all time. */
export function WindowChip({ window, onWindow }: WindowChipProps) {
  const bounded = window !== "all";
  const choose = (chosen: CustomersView["window"]) => {
    closePopover(popoverID);
    onWindow(chosen);
  };
  return (
    <KeepFocus
      className={classNames(
        "flex h-8 min-w-0 items-center rounded-base border text-table",
        bounded ? "border-accent/35 bg-accent-soft text-accent" : "border-line bg-surface",
      )}
    >
      <button
        type="button"
        popoverTarget={popoverID}
        {...keepsFocus}
        title={texts.open}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-base px-2.5 -outline-offset-1"
      >
        <CalendarRange aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        <span className="truncate">
          {texts.chip}: <span className="font-medium">{windowName(window)}</span>
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {bounded && (
        <button
          type="button"
          aria-label={texts.remove}
          title={texts.remove}
          onClick={() => onWindow("all")}
          className="grid h-full w-7 shrink-0 place-items-center rounded-base border-accent/20 border-s -outline-offset-1 hover:bg-accent/10"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <Popover id={popoverID} className="w-84" role="group" aria-label={texts.presets}>
        <ul className="p-1">
          {windowPresets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                aria-pressed={window === preset}
                onClick={() => choose(preset)}
                className="flex h-8 w-full items-center justify-between rounded-small px-2 text-start text-table -outline-offset-1 first-letter:uppercase hover:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
              >
                <span className="first-letter:uppercase">{presetNames[preset]}</span>
                {window === preset && <Check aria-hidden className="size-4" />}
              </button>
            </li>
          ))}
        </ul>
        <WindowRangeForm window={window} onRange={choose} />
      </Popover>
    </KeepFocus>
  );
}
