"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Popover } from "#components/ui/dialog/popover.tsx";
import { Ticket } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { currentTicketMenuID, currentTicketTexts as texts } from "./menu-texts.ts";
import { useCurrentTicket } from "./use-current-ticket.ts";

const ChooseTicket = lazyPart(() => import("./choose-ticket.tsx").then((module) => module.ChooseTicket));

/** Shows the current ticket in the top bar of every page, until the person clears it. */
export function CurrentTicketMenu({ initial }: { initial: CurrentTicket | undefined }) {
  const { ticket } = useCurrentTicket(initial) ?? {};
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        popoverTarget={currentTicketMenuID}
        aria-label={ticket === undefined ? texts.none : texts.now(ticket)}
        title={ticket === undefined ? texts.none : undefined}
        className={classNames("min-w-0 shrink max-md:px-2", ticket !== undefined && "chosen")}
        {...loadsOnIntent(ChooseTicket)}
      >
        <Ticket aria-hidden className={classNames("size-4 shrink-0", ticket === undefined && "text-ink-muted")} />
        {ticket !== undefined && (
          <span className="flex min-w-0 gap-1 max-md:hidden">
            <span className="whitespace-nowrap max-lg:hidden">{texts.workingOn}</span>{" "}
            <bdi className="min-w-0 max-w-48 truncate">{ticket}</bdi>
          </span>
        )}
      </Button>
      <Popover
        id={currentTicketMenuID}
        align="end"
        className="w-80 max-w-[calc(100vw-1rem)]"
        aria-label={texts.menu}
        role="group"
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        {isOpen && <ChooseTicket />}
      </Popover>
    </>
  );
}
