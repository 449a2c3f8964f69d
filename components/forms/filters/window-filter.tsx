"use client";

import type { ReactNode } from "react";
import { CalendarRange } from "#components/ui/icon/icons.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { ChoiceList } from "./choice-list.tsx";
import type { ListFilter } from "./list-filter.ts";
import { WindowRangeForm } from "./window-range-form.tsx";
import { presetNames, windowName } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

const windowChoices = windowPresets.map((value) => ({ value, name: presetNames[value] }));

interface WindowFilter {
  id: string;
  name: string;
  window: Window;
  /** Shown below the choices. */
  more?: ReactNode;
}

/** A filter for a period of time. Without it the list shows all time. */
export function windowFilter<View extends { window: Window }>(declared: WindowFilter): ListFilter<View> {
  const { id, name, window, more } = declared;
  return {
    id,
    name,
    icon: CalendarRange,
    value: window === "all" ? undefined : windowName(window),
    removal: { window: "all" } as Partial<View>,
    editor: ({ change, close }) => {
      const choose = (chosen: Window) => {
        close();
        change({ window: chosen } as Partial<View>);
      };
      return (
        <>
          <ChoiceList
            choices={windowChoices}
            chosen={typeof window === "string" ? window : undefined}
            onChoose={choose}
          />
          <WindowRangeForm id={id} window={window} onRange={choose} />
          {more}
        </>
      );
    },
  };
}
