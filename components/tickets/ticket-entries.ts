import type { Note } from "#lib/contract/console/customer-notes.ts";
import type { TicketEnvironment } from "#lib/contract/console/ticket.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";

/** An entry on the page of a ticket. */
export type TicketEntry = { id: string; at: string } & (
  | { kind: "operation"; operation: Operation }
  | { kind: "bulk"; bulk: Bulk }
  | { kind: "import"; found: Import }
  | { kind: "planned"; planned: PlannedChange }
  | { kind: "note"; note: Note }
);

/** Changes, bulk changes, imports, planned changes and notes as one list, newest first. */
export function entriesOf({ operations, bulks, imports, planned, notes }: TicketEnvironment): TicketEntry[] {
  const entries: TicketEntry[] = [
    ...operations.items.map((operation) => {
      return { id: operation.operationID, at: operation.createdAt, kind: "operation", operation } as const;
    }),
    ...bulks.items.map((bulk) => ({ id: bulk.bulkID, at: bulk.createdAt, kind: "bulk", bulk }) as const),
    ...imports.items.map((found) => ({ id: found.importID, at: found.createdAt, kind: "import", found }) as const),
    ...planned.items.map((one) => {
      return { id: one.plannedChangeID, at: one.createdAt, kind: "planned", planned: one } as const;
    }),
    ...notes.items.map((note) => ({ id: note.noteID, at: note.createdAt, kind: "note", note }) as const),
  ];
  return entries.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : one.id < other.id ? -1 : 1));
}
