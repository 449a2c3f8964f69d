"use client";

import type { ReactNode } from "react";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { ChoiceList } from "./choice-list.tsx";
import { WindowRangeForm } from "./window-range-form.tsx";
import { presetNames } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

export interface WindowEditorProps {
  /** The prefix of the fields' IDs. */
  id: string;
  window: Window;
  /** Shown below the choices. */
  more?: ReactNode;
  onChoose: (window: Window) => void;
}

const choices = windowPresets.map((value) => ({ value, name: presetNames[value] }));

/** Asks for a date range: a preset, or the first and the last day. */
export function WindowEditor({ id, window, more, onChoose }: WindowEditorProps) {
  return (
    <>
      <ChoiceList choices={choices} chosen={typeof window === "string" ? window : undefined} onChoose={onChoose} />
      <WindowRangeForm id={id} window={window} onRange={onChoose} />
      {more}
    </>
  );
}
