"use client";

import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { Columns3 } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { columnsMenuTexts as texts } from "./columns-menu-texts.ts";

const ColumnsPanel = lazyPart(() => import("./columns-panel.tsx").then((module) => module.ColumnsPanel));

const popoverID = "customers-columns";

/** The button that opens the menu of columns. If `isIcon` is true, it is a square for narrow screens. */
export function ColumnsButton({ isIcon = false }: { isIcon?: boolean }) {
  return (
    <Button
      variant={isIcon ? "secondary" : "quiet"}
      popoverTarget={popoverID}
      {...loadsOnIntent(ColumnsPanel)}
      className={isIcon ? "w-8 px-0" : "-my-1 ms-auto max-sm:hidden print:hidden"}
    >
      <Columns3 aria-hidden className="size-4" />
      <span className={isIcon ? "sr-only" : ""}>{texts.button}</span>
    </Button>
  );
}

/** The menu of columns. The content loads when the person opens the menu. */
export function ColumnsPopover() {
  return (
    <LazyPopover id={popoverID} align="end" role="group" aria-label={texts.title} className="w-80">
      <ColumnsPanel />
    </LazyPopover>
  );
}
