"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { CircleUserRound } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import { shellTexts as texts } from "./texts.ts";

const PersonPanel = lazyPart(() => import("./person-panel.tsx").then((module) => module.PersonPanel));

const menuID = "person-menu";

const maxShown = 99;

interface PersonMenuProps {
  staff: Session["staff"];
  /** The numbers that the server read for the page. Without them, the browser requests them. */
  waiting: AttentionCount | undefined;
}

/**
 * The menu of the signed-in person, with the number of unread notifications. Its content loads when the person opens
 * it.
 */
export function PersonMenu({ staff, waiting }: PersonMenuProps) {
  const { data } = useQuery({ ...attentionCountOptions(), ...(waiting && { initialData: waiting }) });
  // Absent in the answer of a replica of an earlier version.
  const unread = data?.unread ?? 0;
  return (
    <>
      <Button
        variant="quiet"
        popoverTarget={menuID}
        className="menu-button min-w-0 shrink max-sm:after:hidden"
        {...loadsOnIntent(PersonPanel)}
      >
        <span className="relative shrink-0">
          <CircleUserRound aria-hidden className="size-4 text-ink-muted" />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -end-1.5 -top-2 min-w-4 rounded-full bg-negative px-1 text-center font-semibold text-label text-surface leading-4 tabular-nums before:content-[attr(data-count)]"
              data-count={unread > maxShown ? `${maxShown}+` : unread}
            />
          )}
        </span>
        <bdi className="truncate max-sm:sr-only">{staff.name}</bdi>
        {unread > 0 && <span className="sr-only">{texts.unread(unread)}</span>}
      </Button>
      <LazyPopover id={menuID} align="end" className="w-72" aria-label={staff.name} role="group">
        <PersonPanel staff={staff} unread={unread} onClose={() => closePopover(menuID)} />
      </LazyPopover>
    </>
  );
}
