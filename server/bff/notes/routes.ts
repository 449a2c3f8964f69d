import {
  markedExportQuerySchema,
  markedListSchema,
  markedQuerySchema,
  newNoteSchema,
  noteAnswerSchema,
  noteChangeSchema,
  noteListQuerySchema,
  noteListSchema,
  pinSchema,
  tagListSchema,
  tagsAnswerSchema,
  tagsChangeSchema,
} from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxPins, maxTags } from "#lib/contract/values/customers/customer-marks.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";
import { mentionNotifications } from "#server/bff/own-notifications/mentions.ts";
import type { MarkedCustomer } from "#server/bff/store/notes/customer-marks.ts";
import type { StoredNote } from "#server/bff/store/notes/customer-notes.ts";
import { addNote, noteMention } from "./add-note.ts";
import { exportMarked, markedFileColumns } from "./export-marked.ts";
import { listMarked } from "./list-marked.ts";
import { noteEvent } from "./note-event.ts";
import type { NoteServices } from "./note-services.ts";
import { noteAnswer, noteViews } from "./note-view.ts";

const route = routeWith<NoteServices>();

/**
 * The routes of notes, tags and pins. These are the console's own data, which the API does not know. A request that
 * changes tags includes the tags that the person saw. Only the difference is applied, under a lock for each customer.
 * So no change of another person is lost (server/bff/store/notes/customer-marks.ts).
 */
export const noteRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/tags",
    about: "The tags that are used in an environment, and the number of customers that the person has pinned there.",
    policy: "viewer",
    input: {},
    answer: tagListSchema,
    async handler({ services, environment, session }) {
      const { marks } = services.store;
      const pinned = await marks.list({ environment, pinnedBy: session.staff.staffID });
      return {
        tags: await marks.tags(environment),
        pinned: pinned.length,
        asOf: new Date(services.clock.now()).toISOString(),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/marked",
    about: "The customers with a tag, or those that the person has pinned.",
    policy: "viewer",
    input: { query: markedQuerySchema },
    answer: markedListSchema,
    handler: (context, { query }) => listMarked({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/marked/export",
    about: "Exports the customers with a tag, or those that the person has pinned.",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: markedExportQuerySchema },
    answer: { file: { "text/csv": markedFileColumns } },
    handler: (context, { query }) => exportMarked({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/notes",
    about:
      "The console's own data about a customer: a page of its notes, its tags, and whether the person has pinned it.",
    policy: "viewer",
    input: { query: noteListQuerySchema },
    answer: noteListSchema,
    async handler({ services, environment, session }, { params: { customerID }, query: { limit, offset } }) {
      const { notes: stored, marks, staff } = services.store;
      const { notes, total } = await stored.list({ environment, customerID }, { limit, offset });
      const pinnedNote = await stored.pinnedNote(environment, customerID);
      const marked = (await marks.of(environment, [customerID], session.staff.staffID)).get(idKey(customerID));
      return {
        notes: await noteViews(staff, notes),
        total,
        limit,
        offset,
        ...(pinnedNote && { pinnedNote: (await noteAnswer(staff, pinnedNote)).note }),
        tags: marked?.tags ?? [],
        pinned: marked?.pinned ?? false,
        asOf: new Date(services.clock.now()).toISOString(),
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/customers/:customerID/notes",
    about: "Adds a note about a customer. A note is never sent to the API.",
    policy: "notes.write",
    input: { body: newNoteSchema },
    answer: noteAnswerSchema,
    statuses: [201],
    errors: ["invalid_request 409"],
    handler: (context, { params: { customerID }, body }) => addNote({ context, customerID, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/customers/:customerID/notes/:noteID",
    about:
      "Changes the text of a note, or pins it for everybody. Only its author may change the text. The note is then marked as edited.",
    policy: "notes.write",
    input: { body: noteChangeSchema },
    answer: noteAnswerSchema,
    async handler(context, { params, body }) {
      const { text, pinned } = body;
      const { staff, notes } = context.services.store;
      if (text === undefined) return noteAnswer(staff, await pinNote(context, params, pinned === true));
      const { note, own, nowMs } = await ownNote(context, params);
      if (note.text === text) return noteAnswer(staff, note);
      const event = noteEvent(context, "note.changed", note.customerID, {
        ticket: note.ticket,
        before: { characters: note.text.length },
        after: { noteID: note.noteID, characters: text.length },
      });
      const mention = await noteMention(context.services, { ...note, text }, note.text);
      const edited = await notes.edit(own, text, event, nowMs, mentionNotifications(mention));
      if (!edited) throw noSuchNote();
      return noteAnswer(staff, edited);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/customers/:customerID/notes/:noteID",
    about: "Deletes a note. Only its author may delete it.",
    policy: "notes.write",
    input: {},
    answer: "nothing",
    async handler(context, { params }) {
      const { note, own, nowMs } = await ownNote(context, params);
      const event = noteEvent(context, "note.deleted", note.customerID, {
        ticket: note.ticket,
        before: { noteID: note.noteID, characters: note.text.length },
      });
      if (!(await context.services.store.notes.remove(own, event, nowMs))) throw noSuchNote();
    },
  }),
  route({
    method: "PUT",
    path: "/api/:environment/customers/:customerID/tags",
    about:
      "Changes the tags of a customer. Only the difference between the tags that the person saw and the new tags is applied. So no change is lost if two people change tags at the same time.",
    policy: "notes.write",
    input: { body: tagsChangeSchema },
    answer: tagsAnswerSchema,
    async handler(context, { params: { customerID }, body: { tags, expected } }) {
      const { services, environment } = context;
      const changed = await services.store.marks.changeTags(
        environment,
        await knownCustomer(services, environment, customerID),
        (present) => {
          const sentTags = expected ?? present;
          return {
            add: tags.filter((tag) => !sentTags.includes(tag)),
            remove: sentTags.filter((tag) => !tags.includes(tag)),
          };
        },
        ({ before, after }) =>
          noteEvent(context, "tags.changed", customerID, { before: { tags: before }, after: { tags: after } }),
        services.clock.now(),
      );
      if (changed) return { tags: changed };
      const message = `would be more than ${maxTags} tags with those that colleagues have added`;
      throw new AppError("invalid_request", "Nothing was changed: the tags are too many.", {
        errors: [{ field: "tags", message }],
      });
    },
  }),
  route({
    method: "PUT",
    path: "/api/:environment/customers/:customerID/pin",
    about: "Pins or unpins a customer for the signed-in person.",
    policy: "viewer",
    input: { body: pinSchema },
    answer: pinSchema,
    errors: ["invalid_request 409"],
    async handler({ services, environment, session }, { params: { customerID }, body: { pinned } }) {
      const customer = await knownCustomer(services, environment, customerID);
      if (await services.store.marks.pin(environment, customer, session.staff.staffID, pinned)) return { pinned };
      const message = `You have pinned ${maxPins} customers in ${environment}, which is the limit. Unpin some first.`;
      throw new AppError("invalid_request", message, { status: 409 });
    },
  }),
] as const;

type NoteContext = RouteContext<"notes.write", "/api/:environment/customers/:customerID/notes/:noteID", NoteServices>;
interface NotePath {
  customerID: string;
  noteID: string;
}

/** Finds a note of this customer. Throws if the customer has no such note. */
async function findNote({ services, environment }: NoteContext, { customerID, noteID }: NotePath): Promise<StoredNote> {
  const note = await services.store.notes.find(environment, noteID);
  if (!note || idKey(note.customerID) !== idKey(customerID)) throw noSuchNote();
  return note;
}

/** Pins a note for everybody, or unpins it. Everybody who may write notes may do this, even with a colleague's note. */
async function pinNote(context: NoteContext, path: NotePath, pinned: boolean): Promise<StoredNote> {
  const { services } = context;
  const note = await findNote(context, path);
  const { customerID, noteID, ticket } = note;
  const changed = await services.store.notes.pin(
    note,
    pinned,
    (pinnedBefore) =>
      noteEvent(context, pinned ? "note.pinned" : "note.unpinned", customerID, {
        ticket,
        before: { pinnedNoteID: pinnedBefore ?? null },
        after: { pinnedNoteID: pinned ? noteID : null },
      }),
    services.clock.now(),
  );
  if (!changed) throw noSuchNote();
  return changed;
}

/** Finds a note of this customer that the person has written. Throws if there is no such note. */
async function ownNote(context: NoteContext, path: NotePath) {
  const { services, environment, session } = context;
  const note = await findNote(context, path);
  const { noteID } = note;
  const { staffID } = session.staff;
  if (note.author.staffID !== staffID) {
    const name = await shownName(services.store.staff, note.author);
    throw new AppError("forbidden", `Only ${name}, who wrote this note, can change or delete it.`);
  }
  return { note, own: { environment, noteID, staffID }, nowMs: services.clock.now() };
}

const noSuchNote = () => new AppError("not_found", "There is no such note any more.");

/** The customer with its known name and creation time, which are stored with its tags and pins. */
async function knownCustomer(
  { known }: Pick<NoteServices, "known">,
  environment: Environment,
  customerID: string,
): Promise<MarkedCustomer> {
  const customer = await known[environment].find(customerID);
  return { customerID, companyName: customer?.companyName ?? "", created: customer?.created ?? null };
}
