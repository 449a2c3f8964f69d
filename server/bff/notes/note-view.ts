import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerNames, withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** Converts a note to the console's API format. */
export function noteView({
  noteID,
  customerID,
  text,
  author,
  ticket,
  createdAt,
  editedAt,
  pinnedAt,
}: StoredNote): Note {
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

/** Converts notes of several customers, and adds the known names of the customers. */
export function noteViews(
  names: CustomerNames,
  environment: Environment,
  notes: readonly StoredNote[],
): Promise<Note[]> {
  return withCompanyNames(names, environment, notes.map(noteView));
}
