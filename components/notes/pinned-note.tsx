"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Pin } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { notesQueryOptions } from "#lib/query/customers/notes.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { PinNoteButton } from "./pin-note-button.tsx";
import { noteTexts as texts } from "./texts.ts";

/** A note with more characters or lines than this is shortened at first. */
const maxAtFirst = { characters: 280, lines: 3 };

const isLong = (text: string) =>
  text.length > maxAtFirst.characters || text.split("\n", maxAtFirst.lines + 1).length > maxAtFirst.lines;

/** The note that an editor has pinned for everybody. Renders nothing if no note is pinned. */
export function PinnedNote({ environment, customerID }: { environment: Environment; customerID: string }) {
  const { data } = useQuery({ ...notesQueryOptions(environment, customerID), ...keepPageData });
  const mayWrite = useCanWrite();
  const [isWhole, setWhole] = useState(false);
  const note = data?.pinnedNote;
  if (!note) return null;
  const isCut = !isWhole && isLong(note.text);
  return (
    <StripRow icon={Pin} name={texts.pinned} tone="accent">
      <p className={classNames("whitespace-pre-wrap font-medium", isCut && "line-clamp-3 print:line-clamp-none")}>
        <bdi>{note.text}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-x-2 text-fine text-ink-muted">
        <PersonName {...note.author} />
        <Timestamp value={note.createdAt} detail="minute" />
        {isCut && (
          <Button variant="quiet" size="small" className="print:hidden" onClick={() => setWhole(true)}>
            {texts.showWhole}
          </Button>
        )}
        {mayWrite && (
          <span className="ms-auto">
            <PinNoteButton environment={environment} note={note} />
          </span>
        )}
      </div>
    </StripRow>
  );
}
