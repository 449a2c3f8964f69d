"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Pin, PinOff } from "#components/ui/icon/icons.tsx";
import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { notesKey, pinNote } from "#lib/query/customers/notes.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { noteTexts as texts } from "./texts.ts";

/**
 * Pins a note for everybody, or unpins it. Only one note can be pinned, so pinning replaces the earlier pinned note.
 */
export function PinNoteButton({ environment, note }: { environment: Environment; note: Note }) {
  const client = useQueryClient();
  const isPinned = note.pinnedAt !== undefined;
  const pinning = useMutation({
    mutationFn: () => pinNote(environment, note, !isPinned),
    onSuccess: async () => {
      announce(isPinned ? texts.wasUnpinned : texts.wasPinned);
      await client.invalidateQueries({ queryKey: notesKey(environment, note.customerID) });
    },
  });
  const Icon = isPinned ? PinOff : Pin;
  return (
    <>
      <IconButton
        label={isPinned ? texts.unpin : texts.pin}
        size="small"
        className="print:hidden"
        aria-disabled={pinning.isPending}
        onClick={() => !pinning.isPending && pinning.mutate()}
      >
        <Icon aria-hidden className="size-3.5" />
      </IconButton>
      {pinning.error && (
        <span role="alert" className="text-negative">
          {texts.pinFailed}: {shownProblem(pinning.error).detail}
        </span>
      )}
    </>
  );
}
