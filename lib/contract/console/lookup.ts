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
  /** Continues the row-by-row search at this row (`walked.to`), and runs no other search. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});

export type LookupQuery = z.output<typeof lookupQuerySchema>;

/** A hit in one environment. Names and states are the API's own values, to be shown only as text. */
export const lookupHitSchema = z.object({
  kind: z.enum(["customer", "job", "operation", "number", "ticket", "tag", "planned", "bulk", "import"]),
  /** The ID of the record. For a number, the number itself. */
  id: z.string(),
  /**
   * The name of a customer, the kind of an operation, a number, or the type of a job as the API names it. A job without
   * a type has its ID.
   */
  label: z.string(),
  /** A detail that distinguishes the hit: an address, a state, or the customer's name. Empty if nothing is known. */
  detail: z.string(),
  /** The customer that the hit belongs to. */
  customerID: z.string().optional(),
  /** Set if the person has pinned the customer. */
  pinned: z.literal(true).optional(),
  /** For a tag, the number of customers. For a ticket, the number of changes and notes. */
  count: z.number().optional(),
  /** Set if the customer is deleted. */
  deleted: z.literal(true).optional(),
  /** For a customer: the console's own operation that created it. */
  creation: creationSchema.optional(),
  /** For an operation: its outcome, and the detail of the outcome. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** For a customer's open planned change: the change, its next time, and its state. */
  // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
  planned: plannedChangeSchema.pick({ change: true, then: true, until: true, nextAt: true, state: true }).optional(),
  /**
   * For a customer, if the record of known customers was searched: true if an answer of the API to this lookup contains
   * the customer. False: the hit comes from the record alone, and `seenAt` says when the API last showed the customer.
   * Absent: the hit comes from the API alone.
   */
  confirmed: z.boolean().optional(),
  /** For a customer from the record: when the newest answer that showed the customer arrived, ISO 8601 in UTC. */
  seenAt: z.string().optional(),
  /** The time of the answer. Set only if this is an earlier answer, because the API gives no new answer. */
  asOf: z.string().optional(),
  /** The row of a number in the environment's list, from 0. */
  row: z.number().optional(),
});

export type LookupHit = z.infer<typeof lookupHitSchema>;

/** How much one search has covered. */
export const searchCoverageSchema = z.object({
  what: z.enum(["customers", "jobs", "operations", "numbers"]),
  /**
   * How the console searched. `id`: the console read the record by its ID. `search`: it used the API's own search.
   * `walk`: it compared the list row by row. `known`: it searched the record of known customers.
   */
  by: z.enum(["id", "search", "walk", "known"]),
  /** False if there may be more matches than the answer shows, or if the search has not covered everything. */
  complete: z.boolean(),
  /** The search term: the part of the text that may be a name. */
  term: z.string().optional(),
  /** The number of matches in all searches for the text together. */
  total: z.number().optional(),
  /** Set if `total` counts only the rows that were read. There may be more matches. */
  atLeast: z.literal(true).optional(),
  /**
   * Set if `term` alone does not find all matches: the searches that find them together, with other spellings or a
   * corrected word.
   */
  searches: z.array(z.object({ term: z.string(), total: z.number() })).optional(),
  /** Set if nothing matches the typed text. The hits differ from the text in one letter of a word, or of two words. */
  similar: z.literal(true).optional(),
  /** The progress of a row-by-row search. The search continues with `from=<walked.to>`. */
  walked: scannedRangeSchema.optional(),
  /** Why this search failed. The results of the other searches are still valid. */
  problem: problemSchema.optional(),
});

export type SearchCoverage = z.infer<typeof searchCoverageSchema>;

/** The answer of `GET /api/{environment}/lookup`. */
export const lookupAnswerSchema = z.object({
  /** The hits, the best first. */
  hits: z.array(lookupHitSchema),
  looked: z.array(searchCoverageSchema),
  ...answerAge,
});

export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;
