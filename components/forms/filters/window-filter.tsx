"use client";

import type { ReactNode } from "react";
import { CalendarRange } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import type { ListFilter } from "./list-filter.ts";
import type { WindowEditorProps } from "./window-editor.tsx";
import { windowName } from "./window-texts.ts";

type Window = WindowPreset | WindowRange;

const WindowEditor = lazyPart<WindowEditorProps>(() =>
  import("./window-editor.tsx").then((module) => module.WindowEditor),
);

interface WindowFilter {
  id: string;
  name: string;
  window: Window;
  /** Shown below the choices. */
  more?: ReactNode;
}

/** A filter by date range. Without this filter, the list covers all time. */
export function windowFilter<View extends { window: Window }>(declared: WindowFilter): ListFilter<View> {
  const { id, name, window, more } = declared;
  return {
    id,
    name,
    icon: CalendarRange,
    value: window === "all" ? undefined : windowName(window),
    removal: { window: "all" } as Partial<View>,
    editor: ({ change, close }) => (
      <WindowEditor
        id={id}
        window={window}
        more={more}
        onChoose={(chosen) => {
          close();
          change({ window: chosen } as Partial<View>);
        }}
      />
    ),
  };
}
