"use client";

import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { CircleUserRound } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { Session } from "#lib/contract/console/session.ts";

const PersonPanel = lazyPart(() => import("./person-panel.tsx").then((module) => module.PersonPanel));

const menuID = "person-menu";

/** The menu of the signed-in person. The content loads when the person opens the menu. */
export function PersonMenu({ staff }: { staff: Session["staff"] }) {
  return (
    <>
      <Button
        variant="quiet"
        popoverTarget={menuID}
        className="menu-button max-w-full max-sm:px-2 max-sm:after:hidden"
        {...loadsOnIntent(PersonPanel)}
      >
        <CircleUserRound aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <bdi className="truncate max-sm:sr-only">{staff.name}</bdi>
      </Button>
      <LazyPopover id={menuID} align="end" className="w-72" aria-label={staff.name} role="group">
        <PersonPanel staff={staff} onClose={() => closePopover(menuID)} />
      </LazyPopover>
    </>
  );
}
