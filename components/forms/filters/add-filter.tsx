"use client";

import { useState } from "react";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { ListFilter as Icon } from "#components/ui/icon/icons.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { AddFilterMenuProps } from "./add-filter-menu.tsx";
import { filterTexts as texts } from "./filter-texts.ts";

const Menu = lazyPart<AddFilterMenuProps>(() => import("./add-filter-menu.tsx").then((module) => module.AddFilterMenu));

/** The button that adds a filter. The menu loads when the person opens it. */
export function AddFilter({ onToggle, ...props }: AddFilterMenuProps & { onToggle: () => void }) {
  const { id } = props;
  /** The menu's key. It changes when the menu closes, so that the menu always opens with the list of filters. */
  const [visits, setVisits] = useState(0);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        {...keepFocusProps}
        {...loadsOnIntent(Menu)}
        className="filter-chip gap-1.5 px-2.5 hover:border-line-strong"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {texts.add}
      </button>
      <LazyPopover
        id={id}
        role="group"
        aria-label={texts.add}
        className="w-80"
        onToggle={({ newState }) => {
          onToggle();
          if (newState === "closed") setVisits((count) => count + 1);
        }}
      >
        <Menu key={visits} {...props} />
      </LazyPopover>
    </>
  );
}
