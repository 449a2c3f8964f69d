import { z } from "zod";
import { optionalTicketSchema } from "#lib/contract/operations/write-reference.ts";

/** The body of `PUT /api/me/ticket`; without a ticket, or with an empty one, the person has no current ticket. */
export const newCurrentTicketSchema = z.strictObject({ ticket: optionalTicketSchema });

/** The answer of `GET` and `PUT /api/me/ticket`: the current ticket, and the requirements for writes. */
export const currentTicketSchema = z.object({
  /** Absent if the person has no current ticket. */
  ticket: z.string().optional(),
  /** Since when; ISO 8601 in UTC. */
  since: z.string().optional(),
  /** The ticket's page in the ticket system, from `TICKET_URL`. */
  link: z.string().optional(),
  /** The kinds of writes that require a ticket, and those that require a reason. */
  ticketFor: z.array(z.string()),
  reasonFor: z.array(z.string()),
  /** `TICKET_PATTERN`. */
  pattern: z.string().optional(),
});

export type CurrentTicket = z.infer<typeof currentTicketSchema>;
