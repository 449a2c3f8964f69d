import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerNames, withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** A note as the console shows it. */
export function noteView({ noteID, customerID, text, author, ticket, createdAt, editedAt }: StoredNote): Note {
  return {
    noteID,
    customerID,
    text,
    author,
    ...(ticket !== null && { ticket }),
    createdAt: instant(createdAt),
    ...(editedAt !== null && { editedAt: instant(editedAt) }),
  };
}

/** Notes of several customers, with the names that the console knows. */
export function noteViews(
  names: CustomerNames,
  environment: Environment,
  notes: readonly StoredNote[],
): Promise<Note[]> {
  return withCompanyNames(names, environment, notes.map(noteView));
}
