import { randomUUID } from "node:crypto";
import type { NewNote, Note } from "#lib/contract/console/customer-notes.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxNotes } from "#lib/contract/values/customers/customer-marks.ts";
import { pages } from "#lib/paths.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { ticketErrors } from "#server/bff/operations/require-reference.ts";
import { mentionNotifications, newlyMentioned } from "#server/bff/own-notifications/mentions.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { noteEvent } from "./note-event.ts";
import type { NoteServices } from "./note-services.ts";
import { noteAnswer } from "./note-view.ts";

/**
 * The facts of the notification for the people whom a note mentions. Throws if one of them may not use the environment.
 */
export async function noteMention(
  { store, known }: Pick<NoteServices, "store" | "known">,
  { noteID, environment, customerID, text, author }: StoredNote,
  textBefore?: string,
) {
  const edit = textBefore === undefined ? {} : { textBefore };
  const staffIDs = await newlyMentioned(store, { environment, field: "text", text, ...edit });
  const customer = staffIDs.length === 0 ? undefined : await known[environment].find(customerID);
  return {
    staffIDs,
    environment,
    state: "note" as const,
    subject: `note ${noteID}`,
    by: author,
    title: customer?.companyName || customerID,
    customerID,
    href: pages.customer(environment, customerID),
  };
}

/** The request of a person who adds a note. */
type Context = Pick<
  RouteContext<"notes.write", "/api/:environment/customers/:customerID/notes", NoteServices>,
  "services" | "environment" | "session" | "requestID" | "address" | "requestHeaders"
>;

/**
 * Adds a note about a customer. A note is never sent to the API. `guard` runs in the transaction that stores the note:
 * if the guard throws, nothing is stored.
 */
export async function addNote({
  context,
  customerID,
  input: { text, console: reference },
  guard,
}: {
  context: Context;
  customerID: string;
  input: NewNote;
  guard?: (noteID: string) => WriteGuard;
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
    pinnedAt: null,
  };
  const event = noteEvent(context, "note.created", customerID, {
    ticket: note.ticket,
    after: { noteID: note.noteID, characters: text.length },
  });
  const notifications = mentionNotifications(await noteMention(services, note));
  if (!(await services.store.notes.add(note, event, { guard: guard?.(note.noteID), notifications }))) {
    const message = `This customer has ${maxNotes} notes, which is the limit. Delete some of yours first.`;
    throw new AppError("invalid_request", message, { status: 409 });
  }
  return noteAnswer(services.store.staff, note);
}
