import { z } from "zod";
import { isTicket, maxReasonLength, maxTicketLength } from "#lib/contract/values/operations/write-references.ts";
import "#lib/contract/plain-messages.ts";

/**
 * The name of a ticket. It is used in URLs and tables, so it contains no slashes or control characters, and starts with
 * a letter or a digit. `TICKET_PATTERN` contains the company's own rules.
 */
export const ticketSchema = z
  .string({ error: "must be the name of a ticket" })
  .trim()
  .min(1, { error: "must be the name of a ticket", abort: true })
  .max(maxTicketLength, { error: `must be ${maxTicketLength} characters or less`, abort: true })
  .refine(isTicket, { error: "must be letters, digits and the signs - _ . : @ +, such as INC-1234" });

const emptyAsAbsent = (text: string) => (text.trim() === "" ? undefined : text);

/**
 * A ticket that may be absent. An empty text counts as absent too, because a form sends an empty text for an empty
 * field.
 */
export const optionalTicketSchema = z
  .string({ error: "must be the name of a ticket" })
  .transform(emptyAsAbsent)
  .pipe(ticketSchema.optional())
  .optional();

/** The reason for a write, as the person wrote it. */
export const writeReasonSchema = z
  .string({ error: "must be text" })
  .trim()
  .max(maxReasonLength, { error: `must be ${maxReasonLength} characters or less` })
  // PostgreSQL cannot store NUL characters in text.
  .regex(/^[^\0]*$/, { error: "must not have NUL characters" })
  .transform(emptyAsAbsent)
  .optional();

/**
 * The member `console` of every write. The console stores it with the write and never sends it to the API. The member
 * is a part of the request: the same idempotency key with a different ticket is a different request.
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

/** The body of a write that has no values except the ticket and the reason. */
export const referenceOnlySchema = z.strictObject({ console: writeReferenceSchema });

/** The ticket and the reason of a write. */
export interface WriteReference {
  ticket?: string;
  reason?: string;
}
