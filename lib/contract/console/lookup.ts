import { z } from "zod";
import { creationSchema } from "#lib/contract/customers/customer.ts";
import { problemSchema, scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { bulkSchema } from "#lib/contract/operations/bulk.ts";
import { importSchema } from "#lib/contract/operations/imports.ts";
import { plannedChangeSchema } from "#lib/contract/operations/planned.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** The query of `GET /api/{environment}/lookup`, as text from a URL. */
export const lookupQuerySchema = z.strictObject({
  /** The text that the person pasted or typed, unchanged. */
  q: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(maxLookupLength, { error: `must be ${maxLookupLength} characters or less` }),
  /** True to search the list row by row for a customer's ID if the faster searches do not find the customer. */
  deep: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** Continues the row-by-row search at this row (the last answer's `walked.to`). All other searches are skipped. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});

export type LookupQuery = z.output<typeof lookupQuerySchema>;

/** A hit in one environment. Names and states are the API's own values. They must only be shown as text. */
export const lookupHitSchema = z.object({
  kind: z.enum(["customer", "job", "operation", "number", "ticket", "tag", "planned", "bulk", "import"]),
  /** The ID of the record that was found: a customer, a job and so on. For a telephone number, the number itself. */
  id: z.string(),
  /**
   * The name of a customer, the kind of an operation, a number, or the API's type of a job. A job without a type has
   * its ID as the label. For an import, the name of its file. For a bulk change, its reason, the name of its file, or
   * its ID.
   */
  label: z.string(),
  /**
   * A detail that distinguishes the hit: an address, a state, or the customer's name. Empty if no such detail is known.
   */
  detail: z.string(),
  /** The customer that the hit belongs to. */
  customerID: z.string().optional(),
  /** Set if the person has pinned the customer. */
  pinned: z.literal(true).optional(),
  /** For a tag, the number of customers. For a ticket, the number of changes and notes. */
  count: z.number().optional(),
  /** Set if the customer is deleted. */
  deleted: z.literal(true).optional(),
  /** For a customer: the console's own operation that created the customer. */
  creation: creationSchema.optional(),
  /** For an operation: its outcome, and the detail of the outcome. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** For a customer with an open planned change: the change, when its next step is due, and its state. */
  // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
  planned: plannedChangeSchema.pick({ change: true, then: true, until: true, nextAt: true, state: true }).optional(),
  /** For a bulk change: its state, and the number of its rows in each state. `at` is set if it planned its changes. */
  bulk: bulkSchema.pick({ state: true, counts: true, at: true }).optional(),
  /** For an import: its state, and the number of its rows in each state. */
  import: importSchema.pick({ state: true, counts: true }).optional(),
  /** For a bulk change or an import: when it was created, ISO 8601 in UTC. */
  createdAt: z.string().optional(),
  /**
   * Set for a customer if the store of known customers was searched too. True: a new API answer to this lookup contains
   * the customer. False: the hit comes from the store, or from an older API answer. Absent: the store was not searched.
   */
  confirmed: z.boolean().optional(),
  /** For a customer from the store: when the newest answer with the customer arrived, ISO 8601 in UTC. */
  seenAt: z.string().optional(),
  /** Set if the hit comes from an older answer, because the API gave no new answer: the time of the older answer. */
  asOf: z.string().optional(),
  /** The row of a number in the environment's list, from 0. */
  row: z.number().optional(),
});

export type LookupHit = z.infer<typeof lookupHitSchema>;

/** How much of the data one search has covered. */
export const searchCoverageSchema = z.object({
  what: z.enum(["customers", "jobs", "operations", "numbers"]),
  /**
   * How the console searched. `id`: it read one record by its ID. `search`: it used the API's own search. `walk`: it
   * compared the list row by row. `known`: it searched the store of known customers.
   */
  by: z.enum(["id", "search", "walk", "known"]),
  /** False if there may be more matches than the answer contains, or if the search did not cover everything. */
  complete: z.boolean(),
  /** The search term: the part of the text that may be a name. */
  term: z.string().optional(),
  /** The total number of matches of all searches for the text. */
  total: z.number().optional(),
  /** Set if `total` counts only the rows that were read. The list may contain more matches. */
  atLeast: z.literal(true).optional(),
  /**
   * Set if `term` alone does not find all matches. The listed searches together find all matches. Each search uses
   * another spelling or a corrected word.
   */
  searches: z.array(z.object({ term: z.string(), total: z.number() })).optional(),
  /** Set if nothing matches the typed text exactly. The hits differ from the text by one letter in one or two words. */
  similar: z.literal(true).optional(),
  /** The progress of a row-by-row search. A request with `from=<walked.to>` continues the search. */
  walked: scannedRangeSchema.optional(),
  /** For numbers: how many of the rows that were read name a customer. If 0, the search cannot find any customer. */
  owned: z.number().optional(),
  /** Why this search failed. The results of the other searches are still valid. */
  problem: problemSchema.optional(),
});

export type SearchCoverage = z.infer<typeof searchCoverageSchema>;

/** The answer of `GET /api/{environment}/lookup`. */
export const lookupAnswerSchema = z.object({
  /** The hits, best match first. */
  hits: z.array(lookupHitSchema),
  looked: z.array(searchCoverageSchema),
  ...answerAge,
});

export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;
