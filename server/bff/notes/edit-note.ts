import type { Note } from "#lib/contract/console/customer-notes.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";
import { noteEvent } from "./note-event.ts";
import type { NoteServices } from "./note-services.ts";
import { noteView } from "./note-view.ts";

type Context = RouteContext<"notes.write", "/api/:environment/customers/:customerID/notes/:noteID", NoteServices>;

interface Which {
  context: Context;
  customerID: string;
  noteID: string;
}

/** Changes the text of a note. Only its author may do that, and the note is marked as edited. */
export async function editNote({ context, text, ...which }: Which & { text: string }): Promise<{ note: Note }> {
  const { note, own, nowMs } = await ownNote({ context, ...which });
  if (note.text === text) return { note: noteView(note) };
  const event = noteEvent(context, "note.changed", note.customerID, {
    ticket: note.ticket,
    before: { characters: note.text.length },
    after: { noteID: note.noteID, characters: text.length },
  });
  const edited = await context.services.store.notes.edit(own, text, event, nowMs);
  if (!edited) throw noSuchNote();
  return { note: noteView(edited) };
}

/** Deletes a note. Only its author may do that. */
export async function deleteNote(which: Which): Promise<void> {
  const { context } = which;
  const { note, own, nowMs } = await ownNote(which);
  const event = noteEvent(context, "note.deleted", note.customerID, {
    ticket: note.ticket,
    before: { noteID: note.noteID, characters: note.text.length },
  });
  if (!(await context.services.store.notes.remove(own, event, nowMs))) throw noSuchNote();
}

/** The note, if it belongs to this customer and was written by the person. */
async function ownNote({ context, customerID, noteID }: Which) {
  const { services, environment, session } = context;
  const note: StoredNote | null = await services.store.notes.find(environment, noteID);
  if (!note || idKey(note.customerID) !== idKey(customerID)) throw noSuchNote();
  const { staffID } = session.staff;
  if (note.author.staffID !== staffID) {
    throw new AppError("forbidden", `Only ${note.author.email}, who wrote this note, can change or delete it.`);
  }
  return { note, own: { environment, noteID, staffID }, nowMs: services.clock.now() };
}

const noSuchNote = () => new AppError("not_found", "There is no such note any more.");
