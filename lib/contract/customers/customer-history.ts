import { z } from "zod";
import { answerAge } from "#lib/contract/list.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { customerSchema } from "./customer.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/history`, as text from a URL. */
export const customerHistoryQuerySchema = z.strictObject({
  /** Asks in addition what is known of this moment. */
  asOn: z.iso.datetime({ offset: true, error: "must be an instant, such as 2026-11-24T10:00:00Z" }).optional(),
});

export type CustomerHistoryQuery = z.output<typeof customerHistoryQuerySchema>;

/** A value of a member. Absent members were not shown by any answer. */
const memberValue = z.union([z.string(), z.number(), z.boolean()]);

/** A member that differs from the state before. */
export const historyChangeSchema = z.object({
  member: z.enum(historyMembers),
  before: memberValue,
  after: memberValue,
  /**
   * The operation of this console that explains this change, where another member of the same state was changed
   * elsewhere.
   */
  operationID: z.string().optional(),
});

export type HistoryChange = z.infer<typeof historyChangeSchema>;

/**
 * A state of a customer as answers of the API have shown it. Answers have shown it at `from` and at `until`; what the
 * customer was between them, and between two states, is not known.
 */
export const historyStateSchema = z.object({
  /** When the first and the last answer arrived that showed this state, ISO 8601 in UTC. */
  from: z.string(),
  until: z.string(),
  customer: customerSchema,
  cause: z.object({
    /** `first`: no earlier state is known. `elsewhere`: no operation of this console explains the change. */
    kind: z.enum(["first", "operation", "elsewhere"]),
    operationID: z.string().optional(),
  }),
  /** The changes from the state before, and the time between which they were made. Absent for a first state. */
  changed: z.object({ members: z.array(historyChangeSchema), after: z.string(), before: z.string() }).optional(),
  /** The operation of this console that was taken back: its customer had the values from before it again. */
  takenBack: z.string().optional(),
});

export type HistoryState = z.infer<typeof historyStateSchema>;

/**
 * What is known of a moment. `same`: an answer before and an answer after it showed the same state, and no answer
 * between them another one. `changed`: the customer changed between the two answers. `not-seen`: there is no answer
 * before it, or none after it. What the customer was at the moment itself is never claimed.
 */
export const asOnAnswers = ["same", "changed", "not-seen"] as const;

const asOnSide = z.object({ value: memberValue, seenAt: z.string() });

export const asOnSchema = z.object({
  at: z.string(),
  answer: z.enum(asOnAnswers),
  /** For each member that any answer has shown. */
  members: z.array(
    z.object({
      member: z.enum(historyMembers),
      answer: z.enum(asOnAnswers),
      before: asOnSide.optional(),
      after: asOnSide.optional(),
    }),
  ),
});

export type AsOn = z.infer<typeof asOnSchema>;

/** The answer of `GET /api/{environment}/customers/{customerID}/history`: states from the record, the newest first. */
export const customerHistorySchema = z.object({
  states: z.array(historyStateSchema),
  /** The number of states in the record. `states` has at most `maxHistoryStates` of them. */
  total: z.number(),
  asOn: asOnSchema.optional(),
  /** When an administrator erased the customer from the record. Nothing has been kept since. ISO 8601 in UTC. */
  erasedAt: z.string().optional(),
  ...answerAge,
});

export type CustomerHistory = z.infer<typeof customerHistorySchema>;

/** The maximum number of states in one answer. */
export const maxHistoryStates = 200;
