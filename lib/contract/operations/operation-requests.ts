import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { pageQuery } from "#lib/contract/list.ts";
import { attentionOutcomes, operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import {
  hasUnsafeName,
  maxFurtherMembers,
  maxTextLength,
  unsafeNames,
} from "#lib/contract/values/customers/creation-rules.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  type OutcomeFilter,
  operationStates,
  outcomeFilters,
  outcomeFilterWords,
} from "#lib/contract/values/operations/operation-states.ts";
import "#lib/contract/plain-messages.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { ticketSchema, writeReferenceSchema } from "./write-reference.ts";

export type { OutcomeFilter } from "#lib/contract/values/operations/operation-states.ts";

const text = (what: string) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, { error: `must be ${what}` })
    .max(maxTextLength, { error: `must be ${maxTextLength} characters or less` });

const email = z
  .string({ error: "must be an e-mail address" })
  .trim()
  .max(320, { error: "must be 320 characters or less" })
  .regex(/^[^\s@]+@[^\s@]+$/, { error: "must be an e-mail address" });

/**
 * The body of `POST /api/{environment}/customers`. The specification (section 4.3) does not show
 * every field, so further members but `console` are passed on as they are. Whether a plan needs an
 * administrator's address is the API's to say.
 */
export const createCustomerSchema = z
  .unknown()
  .refine((body) => !hasUnsafeName(body), {
    error: `must not have members named ${[...unsafeNames].join(", ")}`,
    abort: true,
  })
  .pipe(
    z
      .looseObject({
        companyName: text("the company's name"),
        plan: text("a plan"),
        term: text("a term"),
        usersCount: z.int({ error: "must be a whole number" }).min(0, { error: "must be 0 or more" }).optional(),
        adminUser: z.looseObject({ email: email.optional() }).optional(),
        console: writeReferenceSchema,
      })
      .refine((body) => Object.keys(body).length <= maxFurtherMembers, {
        error: `must have ${maxFurtherMembers} members or fewer`,
      }),
  );

export type CreateCustomer = z.output<typeof createCustomerSchema>;

/** The part of a creation that is sent to the API. */
export type NewCustomer = Omit<CreateCustomer, "console">;

/**
 * The header `Idempotency-Key` of a creation: it names this one creation for ever, however often it
 * is sent. Made by the sender before the first attempt; a rejected creation is repeated with a new key.
 */
export const idempotencyKeySchema = z
  .uuid({
    error:
      "must be a UUID that the sender makes for this one creation and sends again with every repeat of it, so that no repeat creates a second customer",
  })
  .toLowerCase();

/**
 * The header `Retry-Of` of a creation: the failed or unknown creation of the same environment whose values
 * a person has knowingly sent again.
 */
export const retryOfSchema = resourceIDSchema;

/**
 * The header `Only-If-New: true` of a creation: it is not sent where the same person has just started one with
 * the same values and another key, as from a second tab. What a person sends knowingly goes without it.
 */
export const onlyIfNewSchema = z.literal("true", { error: "must be true, or left out" });

const contractValues = z.strictObject({ term: text("a term").optional(), plan: text("a plan").optional() });

/** The maximum number of a customer's jobs that the console reads. */
export const maxJobsOfCustomer = 20;

/**
 * The body of `PATCH /api/{environment}/customers/{customerID}/contract`: exactly one of `term` and
 * `plan` (specification, section 4.4); in `expected` what the sender saw before, so that a colleague's
 * change is not overwritten unseen; and in `overrideJobIDs` the jobs on the customer that the sender knows
 * not to be over and sends it anyway. Of these only jobs that seem stuck to the console itself, or that it
 * cannot read (`GET …/customers/{customerID}/jobs` tells which), let a change pass: any other is answered with
 * 409 `customer_busy`, and nothing is sent. With `undoOf`, the verified change of this customer's contract that this one
 * undoes, the value must be the one from before it, and `expected` is the contract as it was left, whatever is given.
 */
export const changeContractSchema = contractValues
  .extend({
    expected: contractValues.optional(),
    overrideJobIDs: z.array(resourceIDSchema).min(1).max(maxJobsOfCustomer).optional(),
    undoOf: resourceIDSchema.optional(),
    console: writeReferenceSchema,
  })
  .superRefine(({ term, plan }, context) => {
    if (term !== undefined && plan !== undefined) {
      context.addIssue({
        code: "custom",
        message: "term and plan cannot both be updated at the same time: send one, then the other",
      });
    } else if (term === undefined && plan === undefined) {
      context.addIssue({ code: "custom", message: "no contract updates were provided: send term or plan" });
    }
  });

export type ChangeContract = z.output<typeof changeContractSchema>;

/** One word or several, separated by commas. */
const listOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.enum(words, { error: `must be of ${words.join(", ")}` })));

const outcomesOf = (filters: readonly OutcomeFilter[]) =>
  operationOutcomes.filter(
    (outcome) =>
      filters.includes(outcome) ||
      (filters.includes("needs-attention") && (attentionOutcomes as readonly string[]).includes(outcome)),
  );

const outcomeFilter = z
  .string()
  .transform(outcomeFilterWords)
  .pipe(z.array(z.enum(outcomeFilters, { error: `must be of ${outcomeFilters.join(", ")}` })))
  .transform(outcomesOf);

const filters = {
  /** True for the sender's own. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** Those of one person. */
  staffID: resourceIDSchema.optional(),
  state: listOf(operationStates).optional(),
  outcome: outcomeFilter.optional(),
  /** The name of a kind; the server knows which there are. */
  kind: z.string().optional(),
  customerID: resourceIDSchema.optional(),
  jobID: resourceIDSchema.optional(),
  bulkID: resourceIDSchema.optional(),
  /** Those of one ticket, in any letter case. */
  ticket: ticketSchema.optional(),
  /** True leaves out the writes of bulk changes, which have a page of their own. */
  withoutBulk: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .optional(),
  /** Part of the company's name, or the beginning of the customer's or the operation's ID. */
  searchTerm: z
    .string()
    .trim()
    .max(maxSearchTermLength, { error: `must be ${maxSearchTermLength} characters or less` })
    // PostgreSQL cannot store NUL characters in text.
    .regex(/^[^\0]*$/, { error: "must not have NUL characters" })
    .optional()
    .transform((term) => term || undefined),
  /** The days, in UTC, on which they were recorded; both included. */
  datefrom: calendarDaySchema.optional(),
  dateto: calendarDaySchema.optional(),
  /** Only those that were recorded at this instant or later. */
  since: z.iso.datetime({ offset: true, error: "must be an ISO 8601 instant" }).optional(),
};

/** The query of `GET /api/{environment}/operations`, as text from a URL; newest first. */
export const operationListQuerySchema = z
  .strictObject({ ...pageQuery, ...filters })
  .refine(isValidWindow, invalidWindow);

export type OperationListQuery = z.output<typeof operationListQuerySchema>;

/** The query of `GET /api/{environment}/operations/export`: the list's filters, without a page. */
export const operationExportQuerySchema = z
  .strictObject({ ...filters, columnNames: csvColumnNamesSchema })
  .refine(isValidWindow, invalidWindow);

export type OperationExportQuery = z.output<typeof operationExportQuerySchema>;

/** The answer of `GET /api/{environment}/operations/people`: who has made operations there, by e-mail address. */
export const operationPeopleSchema = z.object({
  people: z.array(z.object({ staffID: z.string(), email: z.string() })),
});

export type OperationPeople = z.infer<typeof operationPeopleSchema>;
