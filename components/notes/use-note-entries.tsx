"use client";

import { useQueryClient } from "@tanstack/react-query";
import { StickyNote } from "#components/ui/icon/icons.tsx";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { notesKey, notesPerPage, notesQueryOptions } from "#lib/query/customers/notes.ts";
import { useParts } from "#lib/query/use-parts.ts";
import { NoteItem } from "./note-item.tsx";

/** The notes about a customer, as entries of the timeline. */
export function useNoteEntries(environment: Environment, customerID: string, parts: number): TimelineSource {
  const client = useQueryClient();
  const mayWrite = useCanWrite();
  const { staffID } = useSession().staff;
  const { answers, ...reading } = useParts(parts, (part) => ({
    ...notesQueryOptions(environment, customerID, part * notesPerPage),
    retryOnMount: false,
  }));
  const onChanged = () => void client.invalidateQueries({ queryKey: notesKey(environment, customerID) });
  const entries = answers
    .flatMap(({ notes }) => notes)
    .map((note) => ({
      key: note.noteID,
      at: note.createdAt,
      kinds: ["notes"] as const,
      icon: StickyNote,
      content: (
        <NoteItem
          environment={environment}
          note={note}
          mayPin={mayWrite}
          isOwn={mayWrite && note.author.staffID === staffID}
          onChanged={onChanged}
        />
      ),
    }));
  return { kind: "notes", entries, hasOlder: (answers.at(-1)?.total ?? 0) > entries.length, ...reading };
}
