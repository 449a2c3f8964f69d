"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useMemo, useState } from "react";
import { useMentions } from "#components/forms/mentions/use-mentions.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxNoteLength } from "#lib/contract/values/customers/customer-marks.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";
import { addNote, notesKey } from "#lib/query/customers/notes.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { submitOnCtrlEnter } from "./submit-on-ctrl-enter.ts";
import { noteTexts as texts } from "./texts.ts";

interface NewNoteProps {
  environment: Environment;
  customerID: string;
}

/** A field for a new note. The note gets the person's current ticket. A reload of the tab keeps the typed text. */
export function NewNote({ environment, customerID }: NewNoteProps) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { staffID } = useSession().staff;
  const draft = useMemo(
    () => storedItem("note-draft", staffID, environment, customerID),
    [staffID, environment, customerID],
  );
  useEffect(() => setText((typed) => typed || (draft.read() ?? "")), [draft]);
  const enter = (next: string) => {
    setText(next);
    if (next === "") draft.remove();
    else draft.write(next);
  };
  const mentions = useMentions({ environment, value: text, onChange: enter });
  const { data: current } = useQuery(currentTicketQueryOptions());
  const ticket = current?.ticket;
  const add = useMutation({
    mutationFn: async () => addNote(environment, customerID, await mentions.stored(), ticket),
    onSuccess: () => {
      enter("");
      announce(texts.added);
      void client.invalidateQueries({ queryKey: notesKey(environment, customerID) });
    },
  });
  const problem = add.error ? shownProblem(add.error) : undefined;
  const error = isMissing
    ? texts.missing
    : problem && `${texts.failed}: ${problem.errors[0]?.message ?? problem.detail}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "" || add.isPending) return;
    add.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 print:hidden">
      <label htmlFor={id} className="sr-only">
        {texts.label}
      </label>
      <textarea
        id={id}
        rows={text === "" ? 1 : 3}
        value={text}
        maxLength={maxNoteLength}
        placeholder={texts.placeholder}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => {
          enter(target.value);
          setMissing(false);
        }}
        {...mentions.field}
        onKeyDown={(event) => {
          if (!mentions.onKeyDown(event)) submitOnCtrlEnter(event);
        }}
        className={`${inputClass} h-auto min-h-9 resize-y py-1.5 placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap`}
      />
      {mentions.list}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-negative text-table wrap-anywhere">
          {error}
        </p>
      )}
      {(text !== "" || error !== undefined) && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" aria-disabled={add.isPending}>
            {add.isPending ? texts.adding : texts.add}
          </Button>
          <span className="text-fine text-ink-muted max-sm:hidden">{texts.saveKey}</span>
          {ticket !== undefined && (
            <span className="text-fine text-ink-muted">
              <bdi>{texts.forTicket(ticket)}</bdi>
            </span>
          )}
        </div>
      )}
    </form>
  );
}
