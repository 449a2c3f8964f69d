import { z } from "zod";
import { optionalTicketSchema } from "#lib/contract/operations/write-reference.ts";

/** The body of `PUT /api/me/ticket`. An absent or empty ticket removes the person's current ticket. */
export const newCurrentTicketSchema = z.strictObject({ ticket: optionalTicketSchema });

/** The answer of `GET` and `PUT /api/me/ticket`: the current ticket, and the policy for writes. */
export const currentTicketSchema = z.object({
  /** Absent if the person has no current ticket. */
  ticket: z.string().optional(),
  /** When the person set the current ticket; ISO 8601 in UTC. */
  since: z.string().optional(),
  /** The URL of the ticket in the ticket system, from `TICKET_URL`. */
  link: z.string().optional(),
  /** The kinds of writes that require a ticket, and the kinds that require a reason. */
  ticketFor: z.array(z.string()),
  reasonFor: z.array(z.string()),
  /** The value of `TICKET_PATTERN`. */
  pattern: z.string().optional(),
  /** An example of a ticket that matches the pattern. */
  example: z.string().optional(),
});

export type CurrentTicket = z.infer<typeof currentTicketSchema>;
