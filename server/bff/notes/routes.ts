import {
  markedExportQuerySchema,
  markedQuerySchema,
  newNoteSchema,
  noteChangeSchema,
  noteListQuerySchema,
  pinSchema,
  tagsChangeSchema,
} from "#lib/contract/console/customer-notes.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { addNote } from "./add-note.ts";
import { changeTags } from "./change-tags.ts";
import { deleteNote, editNote } from "./edit-note.ts";
import { exportMarked } from "./export-marked.ts";
import { listMarked } from "./list-marked.ts";
import { listNotes } from "./list-notes.ts";
import { listTags } from "./list-tags.ts";
import type { NoteServices } from "./note-services.ts";
import { pinCustomer } from "./pin-customer.ts";

const route = routeWith<NoteServices>();

/**
 * The routes of notes, tags and pins, part of the one table. They come before the routes of customers, which would take
 * "marked" for an ID.
 *
 * Notes, tags and pins are the console's own record: the API knows nothing of them. A change of tags says which tags
 * its sender saw, and only the difference is applied, under one lock for each customer, so no change of another person
 * is lost (server/bff/store/notes/customer-marks.ts).
 */
export const noteRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/tags",
    policy: "viewer",
    input: {},
    handler: (context) => listTags({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/marked",
    policy: "viewer",
    input: { query: markedQuerySchema },
    handler: (context, { query }) => listMarked({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/marked/export",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: markedExportQuerySchema },
    handler: (context, { query }) => exportMarked({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/notes",
    policy: "viewer",
    input: { query: noteListQuerySchema },
    handler: (context, { params, query }) => listNotes({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/customers/:customerID/notes",
    policy: "notes.write",
    input: { body: newNoteSchema },
    handler: (context, { params, body }) => addNote({ context, customerID: params.customerID, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/customers/:customerID/notes/:noteID",
    policy: "notes.write",
    input: { body: noteChangeSchema },
    handler: (context, { params, body }) => editNote({ context, ...params, text: body.text }),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/customers/:customerID/notes/:noteID",
    policy: "notes.write",
    input: {},
    handler: (context, { params }) => deleteNote({ context, ...params }),
  }),
  route({
    method: "PUT",
    path: "/api/:environment/customers/:customerID/tags",
    policy: "notes.write",
    input: { body: tagsChangeSchema },
    handler: (context, { params, body }) => changeTags({ context, customerID: params.customerID, input: body }),
  }),
  route({
    method: "PUT",
    path: "/api/:environment/customers/:customerID/pin",
    policy: "viewer",
    input: { body: pinSchema },
    handler: (context, { params, body }) => pinCustomer({ context, customerID: params.customerID, input: body }),
  }),
] as const;
