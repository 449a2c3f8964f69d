import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** This table has one row: which changes require a ticket or a reason. */
export interface TicketPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** JSON arrays of `WriteSubject`. `reasonFor` has the same form. */
  ticketFor: string;
  reasonFor: string;
  /** How many times the policy was changed. */
  version: number;
}

/** The current ticket of each person who has set one. */
export interface CurrentTicketsTable {
  staffID: string;
  ticket: string;
  /** When the person set the ticket, in milliseconds since 1970. */
  since: number;
}

/** The columns that store a ticket. */
export function ticketColumns(ticket: string | null | undefined) {
  const isGiven = ticket !== undefined && ticket !== null;
  return { ticket: ticket ?? null, ticketKey: isGiven ? ticketKeyOf(ticket) : null };
}

export async function createTicketTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("ticketPolicy")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("ticketFor", "text", (column) => column.notNull())
    .addColumn("reasonFor", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.insertInto("ticketPolicy").values({ only: 1, ticketFor: "[]", reasonFor: "[]", version: 0 }).execute();
  await db.schema
    .createTable("currentTickets")
    .addColumn("staffID", "text", (column) => column.primaryKey().references("staff.staffID"))
    .addColumn("ticket", "text", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
}
