import { randomUUID } from "node:crypto";
import type { NewNote, Note } from "#lib/contract/console/customer-notes.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxNotes } from "#lib/contract/values/customers/customer-marks.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { ticketErrors } from "#server/bff/operations/require-reference.ts";
import { noteEvent } from "./note-event.ts";
import type { NoteServices } from "./note-services.ts";
import { noteView } from "./note-view.ts";

/** Adds a note about a customer. Notes are never sent to the API. */
export async function addNote({
  context,
  customerID,
  input: { text, console: reference },
}: {
  context: RouteContext<"notes.write", "/api/:environment/customers/:customerID/notes", NoteServices>;
  customerID: string;
  input: NewNote;
}): Promise<{ note: Note }> {
  const { services, environment, session } = context;
  const errors = ticketErrors(services.ticketRules, "console.ticket", reference?.ticket);
  if (errors.length > 0) throw new AppError("invalid_request", "The request is not valid.", { errors });
  const { staffID, email } = session.staff;
  const note = {
    noteID: randomUUID(),
    environment,
    customerID,
    text,
    author: { staffID, email },
    ticket: reference?.ticket ?? null,
    createdAt: services.clock.now(),
    editedAt: null,
  };
  const event = noteEvent(context, "note.created", customerID, {
    ticket: note.ticket,
    after: { noteID: note.noteID, characters: text.length },
  });
  if (!(await services.store.notes.add(note, event))) {
    const message = `This customer has ${maxNotes} notes, which is the limit. Delete some of yours first.`;
    throw new AppError("invalid_request", message, { status: 409 });
  }
  context.answerWith(201);
  return { note: noteView(note) };
}
