import { z } from "zod";
import { creationSchema } from "#lib/contract/customers/customer.ts";
import { problemSchema, scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { plannedChangeSchema } from "#lib/contract/operations/planned.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** The query of `GET /api/{environment}/lookup`, as text from a URL. */
export const lookupQuerySchema = z.strictObject({
  /** The text that was pasted or typed, unchanged. */
  q: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(maxLookupLength, { error: `must be ${maxLookupLength} characters or less` }),
  /** True to look for a customer's ID row by row, where no search has found it. */
  deep: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** Goes on with the walk at this row (`walked.to`), and does nothing else. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});

export type LookupQuery = z.output<typeof lookupQuerySchema>;

/** What was found, in one environment. Names and states are the API's own words, fit for showing as text only. */
export const lookupHitSchema = z.object({
  kind: z.enum(["customer", "job", "operation", "number", "ticket", "tag", "planned", "bulk", "import"]),
  /** Of the customer, the job or the operation; the number itself. */
  id: z.string(),
  /** A customer's name, an operation's kind, a number; a job's own word for what it does, or its ID. */
  label: z.string(),
  /** What tells it from others: an address, a state, the name of the customer. Empty where nothing is known. */
  detail: z.string(),
  /** Whose it is. */
  customerID: z.string().optional(),
  /** True of a customer that the person has pinned. */
  pinned: z.literal(true).optional(),
  /** Of a tag: how many customers have it; of a ticket: how many changes and notes were made for it. */
  count: z.number().optional(),
  /** True of a deleted customer. */
  deleted: z.literal(true).optional(),
  /** Of a customer: the console's own operation that created it. */
  creation: creationSchema.optional(),
  /** Of an operation: what it has come to, and what that rests on. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** Of a customer's open planned change: what it does, when next, and where it stands. */
  // biome-ignore lint/suspicious/noThenProperty: the interface names it so, and it is never a function
  planned: plannedChangeSchema.pick({ change: true, then: true, until: true, nextAt: true, state: true }).optional(),
  /** Present where the API gives no newer answer: when the shown one was given. */
  asOf: z.string().optional(),
  /** A number's place in the environment's list, counted from 0. */
  row: z.number().optional(),
});

export type LookupHit = z.infer<typeof lookupHitSchema>;

/** Where the console looked, and how far. */
export const searchCoverageSchema = z.object({
  what: z.enum(["customers", "jobs", "operations", "numbers"]),
  /** `id`: read by its ID; `search`: the API's own search; `walk`: row by row. */
  by: z.enum(["id", "search", "walk"]),
  /** False where more may match than is shown, or there is more to look through. */
  complete: z.boolean(),
  /** The search term: the part of the text that may be a name. */
  term: z.string().optional(),
  /** How many match the text, whichever of the searches finds them. */
  total: z.number().optional(),
  /** True where `total` counts only what was read: more may match. */
  atLeast: z.literal(true).optional(),
  /** The searches that list everybody who matches, where `term` alone does not: other spellings, a corrected word. */
  searches: z.array(z.object({ term: z.string(), total: z.number() })).optional(),
  /** True where nothing holds the text as it was typed, and names were found that differ in one letter. */
  similar: z.literal(true).optional(),
  /** How far a walk came; it goes on with `from=<walked.to>`. */
  walked: scannedRangeSchema.optional(),
  /** Why this part could not be looked through. The others' answers stand. */
  problem: problemSchema.optional(),
});

export type SearchCoverage = z.infer<typeof searchCoverageSchema>;

/** The answer of `GET /api/{environment}/lookup`. */
export const lookupAnswerSchema = z.object({
  /** Best first. */
  hits: z.array(lookupHitSchema),
  looked: z.array(searchCoverageSchema),
  ...answerAge,
});

export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;
