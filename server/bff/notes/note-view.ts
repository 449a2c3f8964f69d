import type { Note } from "#lib/contract/console/customer-notes.ts";
import { mentionedIDs, readableMentions } from "#lib/contract/values/console/mentions.ts";
import { instant } from "#lib/format/instant.ts";
import { type PersonNames, withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";

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

/**
 * Converts notes to the console's API format, with the current names of their authors and of the people whom they
 * mention.
 */
export async function noteViews(names: PersonNames, notes: readonly StoredNote[]): Promise<Note[]> {
  const views = await withPersonNames(names, ["author"], notes.map(noteView));
  const mentioned = views.flatMap(({ text }) => mentionedIDs(text));
  if (mentioned.length === 0) return views;
  const known = await names.peopleNames([...new Set(mentioned)]);
  return views.map((view) => {
    const mentions = mentionedIDs(view.text).flatMap((staffID) => {
      const name = known.get(staffID);
      return name === undefined ? [] : [{ staffID, name }];
    });
    const text = readableMentions(view.text, (staffID) => known.get(staffID));
    return { ...view, text, ...(mentions.length > 0 && { mentions }) };
  });
}

/** Converts one note to the console's API format. */
export async function noteAnswer(names: PersonNames, stored: StoredNote): Promise<{ note: Note }> {
  const [note] = await noteViews(names, [stored]);
  return { note: note as Note };
}
