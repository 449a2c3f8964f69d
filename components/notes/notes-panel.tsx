"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel, ReadContent } from "#components/ui/panel/panel.tsx";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import type { NoteList } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { notesKey, notesPerPage, notesQueryOptions } from "#lib/query/customers/notes.ts";
import { NewNote } from "./new-note.tsx";
import { NoteItem } from "./note-item.tsx";
import { noteTexts as texts } from "./texts.ts";

/** The notes about a customer, and a field for a new one. */
export function NotesPanel({ environment, customerID }: { environment: Environment; customerID: string }) {
  const [offset, setOffset] = useState(0);
  const [hasAdded, setAdded] = useState(false);
  const client = useQueryClient();
  const reading = useQuery({ ...notesQueryOptions(environment, customerID, offset), retryOnMount: false });
  const mayWrite = useCanWrite();
  const { staffID } = useSession().staff;
  const changed = () => {
    setOffset(0);
    void client.invalidateQueries({ queryKey: notesKey(environment, customerID) });
  };
  const total = reading.data?.total;
  const added = () => {
    setAdded(true);
    changed();
  };
  const newNote = mayWrite && (
    <NewNote
      environment={environment}
      customerID={customerID}
      isAlone={total === 0}
      isFocused={hasAdded}
      onAdded={added}
    />
  );
  return (
    <Panel title={texts.title} line={total === 0 ? newNote || texts.none : undefined}>
      {newNote}
      <ReadContent
        reading={reading}
        signInHref={pages.signIn(pages.customer(environment, customerID))}
        skeleton={<p className="px-4 py-3 text-ink-muted">{texts.loading}</p>}
      >
        {({ notes }: NoteList) =>
          notes.length > 0 && (
            <ul>
              {notes.map((note) => (
                <NoteItem
                  key={note.noteID}
                  environment={environment}
                  note={note}
                  mayPin={mayWrite}
                  isOwn={mayWrite && note.author.staffID === staffID}
                  onChanged={changed}
                />
              ))}
            </ul>
          )
        }
      </ReadContent>
      {total !== undefined && total > notesPerPage && <Pages total={total} offset={offset} onOffset={setOffset} />}
    </Panel>
  );
}

interface PagesProps {
  total: number;
  offset: number;
  onOffset: (offset: number) => void;
}

function Pages({ total, offset, onOffset }: PagesProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const [isFirst, isLast] = [offset === 0, offset + notesPerPage >= total];
  return (
    <div className="flex items-center justify-end gap-2 border-line border-t px-4 py-2 text-table">
      <span className="text-ink-muted">
        {texts.position(count(offset + 1), count(Math.min(total, offset + notesPerPage)), count(total))}
      </span>
      <Button aria-disabled={isFirst} onClick={() => !isFirst && onOffset(offset - notesPerPage)}>
        {texts.newer}
      </Button>
      <Button aria-disabled={isLast} onClick={() => !isLast && onOffset(offset + notesPerPage)}>
        {texts.older}
      </Button>
    </div>
  );
}
