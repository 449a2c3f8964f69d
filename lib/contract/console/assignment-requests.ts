import { z } from "zod";
import { assignmentSchema } from "#lib/contract/console/assignment.ts";
import { namedItemSchema } from "#lib/contract/console/attention.ts";
import { ticketSchema } from "#lib/contract/operations/write-reference.ts";
import "#lib/contract/plain-messages.ts";

/** The maximum length of the line of a hand-over. */
export const maxHandoverLength = 500;

/** The maximum length of the list's filters in a hand-over. */
const maxFilters = 2_000;

const staffID = z.string({ error: "must be the ID of a person" }).min(1).max(100);

const handoverSchema = z.strictObject({
  /** What the next person needs to know. */
  note: z
    .string({ error: "must say what is left to do" })
    .trim()
    .min(1, { error: "must say what is left to do" })
    .max(maxHandoverLength, { error: `must be ${maxHandoverLength} characters or less` })
    // PostgreSQL cannot store NUL characters in text.
    .regex(/^[^\0]*$/, { error: "must not have NUL characters" }),
  ticket: ticketSchema.optional(),
  /** The query of the customers list that the person had open. */
  filters: z
    .string()
    .max(maxFilters, { error: `must be ${maxFilters} characters or less` })
    .regex(/^[\x20-\x7e]*$/, { error: "must be the query of a URL" })
    .optional(),
  /** The key of a draft of the person, which the next person gets. */
  draftKey: z.string().max(300).optional(),
});

const assignMembers = {
  /** The person who works on it from now on. Null: the next shift. Absent: the person who sends the request. */
  assignee: staffID.nullable().optional(),
  /** The assignee that the sender saw. Null or absent: nobody. If somebody else is assigned, nothing is changed. */
  expected: staffID.nullable().optional(),
  /** Needed for every assignee except the sender. */
  handover: handoverSchema.optional(),
};

/** The body of `PUT /api/{environment}/customers/{customerID}/assignee`. */
export const assignCustomerSchema = z.strictObject(assignMembers);

/** The body of `PUT /api/attention/{id}/assignee`. */
export const assignItemSchema = z.strictObject({ ...namedItemSchema.shape, ...assignMembers });

export type Assign = z.output<typeof assignCustomerSchema>;

/** The query of `DELETE /api/{environment}/customers/{customerID}/assignee`. */
export const unassignSchema = z.strictObject({ expected: staffID.optional() });

/** The query of `DELETE /api/attention/{id}/assignee`. */
export const unassignItemSchema = z.strictObject({ ...namedItemSchema.shape, expected: staffID.optional() });

/** The answer of `GET` and `PUT …/assignee`. Null: nobody is assigned, and nothing is handed over. */
export const assignmentAnswerSchema = z.object({
  /** Who works on it, and the last hand-over. */
  assignment: assignmentSchema.nullable(),
  /**
   * Whether the person got the draft of the hand-over that they have taken over. `taken`: the draft is now the person's own.
   * `kept-own`: the person had a draft with the same key, which was kept. Absent: the hand-over has no draft.
   */
  draft: z.enum(["taken", "kept-own"]).optional(),
});

export type AssignmentAnswer = z.infer<typeof assignmentAnswerSchema>;

/** The answer of `GET /api/{environment}/colleagues`: people who may use the environment, by name. */
export const colleaguesSchema = z.object({
  /** The people, sorted by name. */
  colleagues: z.array(z.object({ staffID: z.string(), name: z.string() })),
  /** The number of all such people. `colleagues` may contain fewer. */
  total: z.number(),
});

export type Colleagues = z.infer<typeof colleaguesSchema>;
