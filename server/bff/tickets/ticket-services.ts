import type { BulkServices } from "#server/bff/bulk/bulk-services.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";

export interface TicketServices extends BulkServices, NoteServices {}
