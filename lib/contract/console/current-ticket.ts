import { z } from "zod";
import { optionalTicketSchema, writeSubjectSchema } from "#lib/contract/operations/write-reference.ts";

/** The body of `PUT /api/me/ticket`; without a ticket, or with an empty one, the person works on none. */
export const newCurrentTicketSchema = z.strictObject({ ticket: optionalTicketSchema });

/** The answer of `GET` and `PUT /api/me/ticket`: the ticket that one works on, and what writes must have. */
export const currentTicketSchema = z.object({
  /** Absent where the person works on none. */
  ticket: z.string().optional(),
  /** Since when; ISO 8601 in UTC. */
  since: z.string().optional(),
  /** The ticket's own page elsewhere, by `TICKET_URL`. */
  link: z.string().optional(),
  /** For what a ticket or a reason is required. */
  ticketFor: z.array(writeSubjectSchema),
  reasonFor: z.array(writeSubjectSchema),
  /** `TICKET_PATTERN`. */
  pattern: z.string().optional(),
});

export type CurrentTicket = z.infer<typeof currentTicketSchema>;
