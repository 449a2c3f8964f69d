import { z } from "zod";
import { isTicket, maxReasonLength, maxTicketLength } from "#lib/contract/values/operations/write-references.ts";
import "#lib/contract/plain-messages.ts";

/**
 * The name of a ticket. It stands in addresses and tables, so it has neither slashes nor control characters and begins
 * with a letter or a digit. What else the company asks of it is in `TICKET_PATTERN`.
 */
export const ticketSchema = z
  .string({ error: "must be the name of a ticket" })
  .trim()
  .min(1, { error: "must be the name of a ticket", abort: true })
  .max(maxTicketLength, { error: `must be ${maxTicketLength} characters or less`, abort: true })
  .refine(isTicket, { error: "must be letters, digits and the signs - _ . : @ +, such as INC-1234" });

const emptyAsAbsent = (text: string) => (text.trim() === "" ? undefined : text);

/** A ticket that may be left out, or be empty, as forms send it. */
export const optionalTicketSchema = z
  .string({ error: "must be the name of a ticket" })
  .transform(emptyAsAbsent)
  .pipe(ticketSchema.optional())
  .optional();

/** Why something is written, in the person's words. */
export const writeReasonSchema = z
  .string({ error: "must be text" })
  .trim()
  .max(maxReasonLength, { error: `must be ${maxReasonLength} characters or less` })
  // PostgreSQL cannot store NUL characters in text.
  .regex(/^[^\0]*$/, { error: "must not have NUL characters" })
  .transform(emptyAsAbsent)
  .optional();

/**
 * `console` of every write: what the console keeps with it and never passes on to the API. It is part of the body: the
 * same idempotency key with another ticket is another request.
 */
export const writeReferenceSchema = z
  .strictObject({
    ticket: optionalTicketSchema,
    reason: writeReasonSchema,
  })
  .transform(({ ticket, reason }): WriteReference | undefined =>
    ticket === undefined && reason === undefined
      ? undefined
      : { ...(ticket !== undefined && { ticket }), ...(reason !== undefined && { reason }) },
  )
  .optional();

/** The body of a write that has no values of its own. */
export const referenceOnlySchema = z.strictObject({ console: writeReferenceSchema });

/** For which ticket and why something is written. */
export interface WriteReference {
  ticket?: string;
  reason?: string;
}
