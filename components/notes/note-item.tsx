"use client";

import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Pencil, Trash2 } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { PinNoteButton } from "./pin-note-button.tsx";
import { noteTexts as texts } from "./texts.ts";

const EditNote = lazyPart(() => import("./edit-note.tsx").then((module) => module.EditNote));
const DeleteNote = lazyPart(() => import("./delete-note.tsx").then((module) => module.DeleteNote));

interface NoteItemProps {
  environment: Environment;
  note: Note;
  /** True if the person wrote the note and may write notes. Only then may the person edit and delete it. */
  isOwn: boolean;
  /** True if the person may pin notes. */
  mayPin: boolean;
  onChanged: () => void;
}

/** A note as plain text, with its author and ticket. The timeline shows the time. */
export function NoteItem({ environment, note, isOwn, mayPin, onChanged }: NoteItemProps) {
  const { text, author, ticket, editedAt } = note;
  const [mode, setMode] = useState<"read" | "edit" | "delete">("read");
  const done = (isChanged: boolean) => {
    setMode("read");
    if (isChanged) onChanged();
  };
  return (
    <>
      {mode === "edit" ? (
        <EditNote environment={environment} note={note} onDone={done} />
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <bdi>{text}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2 text-fine text-ink-muted">
        <PersonName {...author} />
        {editedAt !== undefined && (
          <span>
            {texts.edited} <Timestamp value={editedAt} detail="minute" />
          </span>
        )}
        {ticket !== undefined && <TicketLink ticket={ticket} className="inline-flex min-h-6 min-w-6 items-center" />}
        {(isOwn || mayPin) && mode !== "edit" && (
          <span className="ms-auto flex print:hidden">
            {mayPin && <PinNoteButton environment={environment} note={note} />}
            {isOwn && (
              <>
                <IconButton
                  label={texts.edit}
                  size="small"
                  {...loadsOnIntent(EditNote)}
                  onClick={() => setMode("edit")}
                >
                  <Pencil aria-hidden className="size-3.5" />
                </IconButton>
                <IconButton
                  label={texts.remove}
                  size="small"
                  {...loadsOnIntent(DeleteNote)}
                  onClick={() => setMode("delete")}
                >
                  <Trash2 aria-hidden className="size-3.5" />
                </IconButton>
              </>
            )}
          </span>
        )}
      </div>
      {mode === "delete" && <DeleteNote environment={environment} note={note} onDone={done} />}
    </>
  );
}
