"use client";

import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { deleteNote } from "#lib/query/customers/notes.ts";
import { noteTexts as texts } from "./texts.ts";

interface DeleteNoteProps {
  environment: Environment;
  note: Note;
  onDone: (isDeleted: boolean) => void;
}

/** Asks for confirmation before the person deletes their own note. */
export function DeleteNote({ environment, note, onDone }: DeleteNoteProps) {
  const change = useConfirmedChange();
  const remove = () =>
    change.run(async () => {
      await deleteNote(environment, note);
      announce(texts.removed);
      onDone(true);
    });
  return (
    <ConfirmedDialog
      title={texts.removeTitle}
      change={change}
      failed={texts.removeFailed}
      submit={change.isBusy ? texts.removing : texts.removeNow}
      onSubmit={() => void remove()}
      cancel={{ label: texts.back, onClick: () => onDone(false), isFirst: true }}
      onClose={() => onDone(false)}
    >
      <p>{texts.removeDetail}</p>
    </ConfirmedDialog>
  );
}
