import { z } from "zod";
import { writeSubjectSchema } from "#lib/contract/operations/write-reference.ts";
import { writeSubjects } from "#lib/contract/values/operations/write-subjects.ts";
import "#lib/contract/plain-messages.ts";

const subjectsSchema = z
  .array(writeSubjectSchema)
  .max(writeSubjects.length)
  .transform((subjects) => writeSubjects.filter((subject) => subjects.includes(subject)));

/**
 * The body of `PUT /api/policy/tickets`: the kinds of writes that require a ticket, and those that require a reason.
 */
export const ticketPolicySchema = z.strictObject({
  ticketFor: subjectsSchema,
  reasonFor: subjectsSchema,
  /** Counts the changes of the policy. A change contains the version on which it is based. */
  version: z.int({ error: "must be the version that GET /api/policy/tickets gave" }).min(0),
});

export type TicketPolicy = z.output<typeof ticketPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/tickets`. */
export const ticketPolicyAnswerSchema = z.object({
  policy: ticketPolicySchema,
  /** `TICKET_PATTERN` and `TICKET_URL`, if configured. */
  pattern: z.string().optional(),
  url: z.string().optional(),
  asOf: z.string(),
});

export type TicketPolicyAnswer = z.infer<typeof ticketPolicyAnswerSchema>;
