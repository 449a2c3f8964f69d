import type { Note, NoteList } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { ownRecordReading, pageQuery } from "#lib/query/page-reading.ts";
import { fetches, sendJson, writeJson } from "#lib/requests/fetch-json.ts";

/** The number of notes per page. */
export const notesPerPage = 10;

const noteListQuery = (offset: number) => new URLSearchParams({ limit: String(notesPerPage), offset: String(offset) });

/**
 * The prefix of the query keys for data about a customer that only the console stores: the notes, the tags and the
 * person's pin.
 */
export const notesKey = (environment: Environment, customerID: string) =>
  [environment, "customer", customerID, "notes"] as const;

/** A page of a customer's notes, newest first, with the customer's tags and the person's pin. */
export function notesQueryOptions(
  environment: Environment,
  customerID: string,
  offset = 0,
  read: (signal: AbortSignal) => Promise<NoteList> = fetches<NoteList>(
    api.notes(environment, customerID, noteListQuery(offset)),
    { notes: "array", tags: "array" },
  ),
) {
  return pageQuery([...notesKey(environment, customerID), offset], read, 5_000, ownRecordReading);
}

/** Adds a note. If a ticket is given, the note belongs to the ticket. */
export async function addNote(
  environment: Environment,
  customerID: string,
  text: string,
  ticket: string | undefined,
): Promise<Note> {
  const body = { text, ...(ticket !== undefined && { console: { ticket } }) };
  const path = api.notes(environment, customerID);
  return (await writeJson<{ note: Note }>("POST", path, { note: "object" }, body)).note;
}

/** Changes the text of the person's own note. */
export async function editNote(environment: Environment, { customerID, noteID }: Note, text: string): Promise<Note> {
  const path = api.note(environment, customerID, noteID);
  return (await writeJson<{ note: Note }>("PATCH", path, { note: "object" }, { text })).note;
}

/** Pins a note for everybody, or unpins it. Pinning a note unpins the customer's previously pinned note. */
export async function pinNote(environment: Environment, { customerID, noteID }: Note, pinned: boolean): Promise<Note> {
  const path = api.note(environment, customerID, noteID);
  return (await writeJson<{ note: Note }>("PATCH", path, { note: "object" }, { pinned })).note;
}

/** Deletes the person's own note. */
export async function deleteNote(environment: Environment, { customerID, noteID }: Note): Promise<void> {
  await sendJson("DELETE", api.note(environment, customerID, noteID));
}

/** Adds and removes only the tags that the person has changed. Returns the customer's tags after the change. */
export async function putTags(
  environment: Environment,
  customerID: string,
  change: { tags: readonly string[]; expected: readonly string[] },
): Promise<string[]> {
  const path = api.customerTags(environment, customerID);
  return (await writeJson<{ tags: string[] }>("PUT", path, { tags: "array" }, change)).tags;
}

/** Pins a customer for the person, or removes the pin. */
export async function putPin(environment: Environment, customerID: string, pinned: boolean): Promise<void> {
  await sendJson("PUT", api.pin(environment, customerID), { pinned });
}
