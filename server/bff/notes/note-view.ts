import type { Note } from "#lib/contract/console/customer-notes.ts";
import { type PersonNames, withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";

const instant = (ms: number) => new Date(ms).toISOString();

function noteView({ noteID, customerID, text, author, ticket, createdAt, editedAt, pinnedAt }: StoredNote): Note {
  return {
    noteID,
    customerID,
    text,
    author,
    ...(ticket !== null && { ticket }),
    createdAt: instant(createdAt),
    ...(editedAt !== null && { editedAt: instant(editedAt) }),
    ...(pinnedAt !== null && { pinnedAt: instant(pinnedAt) }),
  };
}

/** Converts notes to the console's API format, with the current names of their authors. */
export const noteViews = (names: PersonNames, notes: readonly StoredNote[]): Promise<Note[]> =>
  withPersonNames(names, ["author"], notes.map(noteView));

/** Converts one note to the console's API format. */
export async function noteAnswer(names: PersonNames, stored: StoredNote): Promise<{ note: Note }> {
  const [note] = await noteViews(names, [stored]);
  return { note: note as Note };
}
