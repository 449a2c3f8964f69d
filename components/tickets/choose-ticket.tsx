"use client";

import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { ExternalLink, History, X } from "#components/ui/icon/icons.tsx";
import { maxTicketLength } from "#lib/contract/values/operations/write-references.ts";
import { pages } from "#lib/paths.ts";
import { currentTicketMenuID, currentTicketTexts as texts } from "./menu-texts.ts";
import { useCurrentTicket } from "./use-current-ticket.ts";
import { usePutTicket } from "./use-put-ticket.ts";

const close = () => closePopover(currentTicketMenuID);

/** The actions for the current ticket, and a field to choose another ticket. */
export function ChooseTicket() {
  const current = useCurrentTicket();
  const { put, problem, isBusy } = usePutTicket();
  const ticket = current?.ticket;
  const [given, setGiven] = useState("");
  const [isMissing, setMissing] = useState(false);
  const inputID = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(given.trim() === "");
    if (given.trim() === "" || isBusy) return;
    put(given, close);
  };
  const ofField = problem?.errors.find(({ field }) => field === "ticket")?.message;
  const error = isMissing ? texts.missing : ofField === undefined ? problem?.detail : `${texts.label} ${ofField}`;
  return (
    <>
      {ticket !== undefined && (
        <div className="border-line border-b px-1 py-2">
          <p className="px-3 pb-1 font-semibold wrap-anywhere">
            {texts.workingOn} <bdi>{ticket}</bdi>
          </p>
          <Link
            href={pages.ticket(ticket)}
            className={classNames(buttonClass("quiet"), "w-full justify-start")}
            onClick={close}
          >
            <History aria-hidden className="size-4 text-ink-muted" />
            {texts.open}
          </Link>
          {current?.link !== undefined && (
            <a
              href={current.link}
              target="_blank"
              rel="noopener noreferrer"
              className={classNames(buttonClass("quiet"), "w-full justify-start")}
            >
              <ExternalLink aria-hidden className="size-4 text-ink-muted" />
              {texts.link}
            </a>
          )}
          <Button
            variant="quiet"
            className="w-full justify-start"
            aria-disabled={isBusy}
            onClick={() => put("", close)}
          >
            <X aria-hidden className="size-4 text-ink-muted" />
            {texts.clear}
          </Button>
        </div>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-2 px-4 py-3">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              id={inputID}
              // If there is no current ticket, the person has just pressed the button that opens this field. So the
              // field may take the focus.
              autoFocus={ticket === undefined}
              label={texts.label}
              error={error}
              value={given}
              maxLength={maxTicketLength}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setGiven(target.value)}
            />
          </div>
          <Button type="submit" variant="primary" className="h-9" aria-disabled={isBusy}>
            {isBusy ? texts.saving : ticket === undefined ? texts.set : texts.change}
          </Button>
        </div>
        <p className="text-fine text-ink-muted">{texts.hint}</p>
      </form>
    </>
  );
}
