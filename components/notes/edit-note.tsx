"use client";

import { type FormEvent, useId, useState } from "react";
import { useMentions } from "#components/forms/mentions/use-mentions.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxNoteLength } from "#lib/contract/values/customers/customer-marks.ts";
import { editNote } from "#lib/query/customers/notes.ts";
import { submitOnCtrlEnter } from "./submit-on-ctrl-enter.ts";
import { noteTexts as texts } from "./texts.ts";

interface EditNoteProps {
  environment: Environment;
  note: Note;
  onDone: (isChanged: boolean) => void;
}

/** A form in which the person edits their own note. */
export function EditNote({ environment, note, onDone }: EditNoteProps) {
  const id = useId();
  const [text, setText] = useState(note.text);
  const mentions = useMentions({
    environment,
    value: text,
    onChange: setText,
    ...(note.mentions && { known: note.mentions }),
  });
  const saving = useConfirmedChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isBusy) return;
    void saving.run(async () => {
      await editNote(environment, note, await mentions.stored());
      announce(texts.saved);
      onDone(true);
    });
  };
  const [error] = saving.errors;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 pb-1">
      <label htmlFor={id} className="sr-only">
        {texts.editLabel}
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed Edit, so the field may take the focus
        autoFocus
        rows={Math.min(12, Math.max(3, text.split("\n").length))}
        value={text}
        maxLength={maxNoteLength}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => setText(target.value)}
        {...mentions.field}
        onKeyDown={(event) => {
          if (mentions.onKeyDown(event)) return;
          if (event.key === "Escape") onDone(false);
          else submitOnCtrlEnter(event);
        }}
        className={`${inputClass} h-auto resize-y py-1.5`}
      />
      {mentions.list}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-negative text-table">
          {texts.failed}: {error.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" aria-disabled={saving.isBusy}>
          {saving.isBusy ? texts.saving : texts.save}
        </Button>
        <Button onClick={() => onDone(false)}>{texts.cancel}</Button>
        <span className="self-center text-fine text-ink-muted max-sm:hidden">{texts.saveKey}</span>
      </div>
    </form>
  );
}
