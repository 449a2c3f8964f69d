import { z } from "zod";
import "#lib/contract/plain-messages.ts";

/** The kinds of writes that require a ticket, and the kinds that require a reason. */
export const ticketPolicySchema = z.object({
  ticketFor: z.array(z.string()),
  reasonFor: z.array(z.string()),
  /** How often the policy has been changed. */
  version: z.number(),
});

export type TicketPolicy = z.infer<typeof ticketPolicySchema>;

/**
 * Returns the schema of the body of `PUT /api/policy/tickets`. The schema accepts only the subjects in `writeSubjects`.
 */
export function newTicketPolicySchema(writeSubjects: readonly string[]) {
  const subjectsSchema = z
    .array(z.enum(writeSubjects, { error: `must be of ${writeSubjects.join(", ")}` }))
    .max(writeSubjects.length)
    .transform((subjects) => writeSubjects.filter((subject) => subjects.includes(subject)));
  return z.strictObject({
    ticketFor: subjectsSchema,
    reasonFor: subjectsSchema,
    /** The version of the policy that the change is based on. */
    version: z.int({ error: "must be the version that GET /api/policy/tickets gave" }).min(0),
  });
}

/** The answer of `GET` and `PUT /api/policy/tickets`. */
export const ticketPolicyAnswerSchema = z.object({
  policy: ticketPolicySchema,
  /** The value of `TICKET_PATTERN`, if configured. */
  pattern: z.string().optional(),
  /** An example of a ticket that matches the pattern. */
  example: z.string().optional(),
  /** The value of `TICKET_URL`, if configured. */
  url: z.string().optional(),
  asOf: z.string(),
});

export type TicketPolicyAnswer = z.infer<typeof ticketPolicyAnswerSchema>;
