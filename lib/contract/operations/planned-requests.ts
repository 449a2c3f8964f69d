import { z } from "zod";
import { pageQuery, wordList } from "#lib/contract/list.ts";
import { bulkChangeSchema } from "#lib/contract/operations/bulk.ts";
import { instantSchema, plannedTimeSchema } from "#lib/contract/operations/planned-time.ts";
import { ticketSchema, writeReferenceSchema } from "#lib/contract/operations/write-reference.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { maxTextLength } from "#lib/contract/values/customers/creation-rules.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { plannedSorts, plannedStates } from "#lib/contract/values/operations/planned-states.ts";

const contractValue = z
  .string()
  .trim()
  .min(1)
  .max(maxTextLength, { error: `must be ${maxTextLength} characters or less` });

/** The contract that the sender saw: its plan and its term, if the contract has them. */
const expected = z.strictObject({ term: contractValue.optional(), plan: contractValue.optional() });

/** The body of `POST /api/{environment}/planned`. */
export const createPlannedSchema = z
  .strictObject({
    customerID: resourceIDSchema,
    change: bulkChangeSchema,
    // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
    then: bulkChangeSchema.optional(),
    at: plannedTimeSchema,
    until: plannedTimeSchema.optional(),
    expected,
    console: writeReferenceSchema,
  })
  .superRefine(({ change, then }, context) => {
    if (then && (change.term === undefined) === (then.term === undefined)) {
      context.addIssue({ code: "custom", path: ["then"], message: "must be about the other member of the contract" });
    }
  });

export type CreatePlanned = z.output<typeof createPlannedSchema>;

/**
 * The digest of the version that the sender saw. If the planned change has a newer version, the answer is 409
 * `planned_moved`, and nothing is done.
 */
const ofDigest = { digest: z.string().max(128).optional() };

/**
 * The body of `POST …/planned/{plannedChangeID}/reschedule`: new times for the steps that have not run yet. After the
 * change is applied, only its end (`until`) can be moved.
 */
export const reschedulePlannedSchema = z
  .strictObject({
    ...ofDigest,
    at: plannedTimeSchema.optional(),
    until: plannedTimeSchema.optional(),
    console: writeReferenceSchema,
  })
  .refine(({ at, until }) => at !== undefined || until !== undefined, { error: "must have at or until" });

export type ReschedulePlanned = z.output<typeof reschedulePlannedSchema>;

/**
 * The body of `POST …/planned/{plannedChangeID}/resume`. The sender has reviewed the contract again and becomes the
 * responsible person. `expected` is the contract that the sender saw. If a planned time has passed, the request must
 * contain a new time.
 */
export const resumePlannedSchema = z.strictObject({
  ...ofDigest,
  expected,
  at: plannedTimeSchema.optional(),
  until: plannedTimeSchema.optional(),
  console: writeReferenceSchema,
});

export type ResumePlanned = z.output<typeof resumePlannedSchema>;

/**
 * The body of `POST …/planned/{plannedChangeID}/revert-now`. `expected` is the contract that the sender saw. It is
 * required if the revert is suspended or missed, because somebody may have changed the contract since the planned
 * change was applied.
 */
export const revertNowSchema = z
  .strictObject({ ...ofDigest, expected: expected.optional(), console: writeReferenceSchema })
  .optional();

export type RevertNow = z.output<typeof revertNowSchema>;

/**
 * The body of the requests `cancel`, `keep` and `take-over` of a planned change. A request without a body is allowed.
 */
export const plannedStepBodySchema = z.strictObject({ ...ofDigest, console: writeReferenceSchema }).optional();

export type PlannedStepBody = z.output<typeof plannedStepBodySchema>;

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/** The query of `GET /api/{environment}/planned`, as text from a URL. */
export const plannedListQuerySchema = z.strictObject({
  ...pageQuery,
  /** True to list only planned changes that the sender requested or is responsible for. */
  mine: flag.default(false),
  /**
   * True: only planned changes that have not ended. False: only planned changes that have ended. Absent: all planned
   * changes.
   */
  open: flag.optional(),
  /** One or more states, separated by commas. */
  state: wordList(plannedStates).optional(),
  /** Only planned changes of these customers. The member may be repeated. */
  customerID: z.array(resourceIDSchema).max(maxLimit).optional(),
  /** Only planned changes for this ticket; letter case is ignored. */
  ticket: ticketSchema.optional(),
  /** Only planned changes with a step that is due at or after `from` and before `to`. The calendar uses this filter. */
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  sort: z.enum(plannedSorts, { error: `must be one of ${plannedSorts.join(", ")}` }).default("at"),
  ascending: flag.default(true),
});

export type PlannedListQuery = z.output<typeof plannedListQuerySchema>;
