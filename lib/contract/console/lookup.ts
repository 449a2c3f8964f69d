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
  /** True to search for a customer's ID row by row if no other search has found it. */
  deep: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** Continues the walk at this row (`walked.to`), and does nothing else. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});

export type LookupQuery = z.output<typeof lookupQuerySchema>;

/** A hit in one environment. Names and states are the API's own values, to be shown only as text. */
export const lookupHitSchema = z.object({
  kind: z.enum(["customer", "job", "operation", "number", "ticket", "tag", "planned", "bulk", "import"]),
  /** Of the customer, the job or the operation; the number itself. */
  id: z.string(),
  /** A customer's name, an operation's kind, a number; a job's type in the API's word, or its ID. */
  label: z.string(),
  /** A distinguishing detail: an address, a state, the name of the customer. Empty if nothing is known. */
  detail: z.string(),
  /** The customer of the hit. */
  customerID: z.string().optional(),
  /** True of a customer that the person has pinned. */
  pinned: z.literal(true).optional(),
  /** For a tag: the number of customers; for a ticket: the number of changes and notes. */
  count: z.number().optional(),
  /** True of a deleted customer. */
  deleted: z.literal(true).optional(),
  /** Of a customer: the console's own operation that created it. */
  creation: creationSchema.optional(),
  /** For an operation: its outcome, and the detail behind it. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** For a customer's open planned change: the change, its next time, and its state. */
  // biome-ignore lint/suspicious/noThenProperty: the interface names it so, and it is never a function
  planned: plannedChangeSchema.pick({ change: true, then: true, until: true, nextAt: true, state: true }).optional(),
  /** Present if the API gives no newer answer: the time of the shown answer. */
  asOf: z.string().optional(),
  /** A number's place in the environment's list, counted from 0. */
  row: z.number().optional(),
});

export type LookupHit = z.infer<typeof lookupHitSchema>;

/** The coverage of one search. */
export const searchCoverageSchema = z.object({
  what: z.enum(["customers", "jobs", "operations", "numbers"]),
  /** `id`: read by its ID; `search`: the API's own search; `walk`: row by row. */
  by: z.enum(["id", "search", "walk"]),
  /** False if there may be more matches than shown, or more to search. */
  complete: z.boolean(),
  /** The search term: the part of the text that may be a name. */
  term: z.string().optional(),
  /** The number of matches of the text over all searches. */
  total: z.number().optional(),
  /** True if `total` counts only the read rows: there may be more matches. */
  atLeast: z.literal(true).optional(),
  /** The searches that together list all matches, if `term` alone does not: other spellings, or a corrected word. */
  searches: z.array(z.object({ term: z.string(), total: z.number() })).optional(),
  /** True if nothing matches the typed text, and the hits differ from it in one letter. */
  similar: z.literal(true).optional(),
  /** The progress of a walk; it continues with `from=<walked.to>`. */
  walked: scannedRangeSchema.optional(),
  /** Why this search failed. The answers of the others are valid. */
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
