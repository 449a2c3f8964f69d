import { z } from "zod";
import { answerAge } from "#lib/contract/list.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { customerSchema } from "./customer.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/history`, as text from a URL. */
export const customerHistoryQuerySchema = z.strictObject({
  /** If set, the answer also contains the customer's known state at this time. */
  asOn: z.iso.datetime({ offset: true, error: "must be an instant, such as 2026-11-24T10:00:00Z" }).optional(),
});

export type CustomerHistoryQuery = z.output<typeof customerHistoryQuerySchema>;

/** The value of a customer's member. A member is absent if no API answer contained it. */
const memberValue = z.union([z.string(), z.number(), z.boolean()]);

/** A member that differs from the customer's previous state. */
export const historyChangeSchema = z.object({
  member: z.enum(historyMembers),
  before: memberValue,
  after: memberValue,
  /**
   * The ID of the console's operation that explains the change of this member. Set if another member of the same state
   * was changed outside Switchboard.
   */
  operationID: z.string().optional(),
});

export type HistoryChange = z.infer<typeof historyChangeSchema>;

/**
 * One state of a customer, as API answers have shown it. Answers showed this state at `from` and at `until`. The
 * console does not know the state at the times between two answers.
 */
export const historyStateSchema = z.object({
  /** When the first and the last answer with this state arrived; ISO 8601 in UTC. */
  from: z.string(),
  until: z.string(),
  customer: customerSchema,
  cause: z.object({
    /**
     * The cause of the state. `first`: no earlier state is known. `operation`: an operation of this console.
     * `elsewhere`: no operation of this console explains the change.
     */
    kind: z.enum(["first", "operation", "elsewhere"]),
    operationID: z.string().optional(),
  }),
  /**
   * `members`: the differences from the previous state. `after` and `before`: the change happened between these two
   * times. Absent for the first state.
   */
  changed: z.object({ members: z.array(historyChangeSchema), after: z.string(), before: z.string() }).optional(),
  /** The ID of the operation that this state undoes: the customer has the values from before that operation again. */
  takenBack: z.string().optional(),
});

export type HistoryState = z.infer<typeof historyStateSchema>;

/**
 * What is known about the value of a member at a given time. The console never claims to know the exact value at that
 * time.
 * - `same`: the last answer before the time, the first answer after it and all answers between them showed the same
 *   value.
 * - `changed`: the answers around the time showed different values.
 * - `not-seen`: there is no answer before the time, or no answer after it.
 * The customer as a whole is `changed` if at least one member is `changed`. Otherwise it is `same` if at least one
 * member is `same`.
 */
export const asOnAnswers = ["same", "changed", "not-seen"] as const;

const asOnSide = z.object({ value: memberValue, seenAt: z.string() });

export const asOnSchema = z.object({
  at: z.string(),
  answer: z.enum(asOnAnswers),
  /** One entry for each member that at least one answer contained. */
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

/** The answer of `GET /api/{environment}/customers/{customerID}/history`: the stored states, newest first. */
export const customerHistorySchema = z.object({
  states: z.array(historyStateSchema),
  /** The number of stored states. `states` contains at most `maxHistoryStates` of them. */
  total: z.number(),
  asOn: asOnSchema.optional(),
  /**
   * When an administrator erased the customer's stored states. No state has been stored since then. ISO 8601 in UTC.
   */
  erasedAt: z.string().optional(),
  ...answerAge,
});

export type CustomerHistory = z.infer<typeof customerHistorySchema>;

/** The maximum number of states in one answer. */
export const maxHistoryStates = 200;
