import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { pageQuery, wordList } from "#lib/contract/list.ts";
import { attentionOutcomes, operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import {
  emailPattern,
  hasUnsafeName,
  maxEmailLength,
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
import { filterIDsSchema, resourceIDSchema } from "#lib/contract/resource-id.ts";
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
  .max(maxEmailLength, { error: `must be ${maxEmailLength} characters or less` })
  .regex(emailPattern, { error: "must be an e-mail address" });

/** The members of a creation that the console knows. */
export const newCustomerShape = {
  companyName: text("the company's name"),
  plan: text("a plan"),
  term: text("a term"),
  usersCount: z.int({ error: "must be a whole number" }).min(0, { error: "must be 0 or more" }).optional(),
  adminUser: z.looseObject({ email: email.optional() }).optional(),
};

/**
 * The body of `POST /api/{environment}/customers`. The specification (section 4.3) does not show every field. The
 * console therefore sends all members except `console` to the API unchanged. Only the API decides whether a plan needs
 * an administrator's address.
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
        ...newCustomerShape,
        console: writeReferenceSchema,
      })
      .refine((body) => Object.keys(body).length <= maxFurtherMembers, {
        error: `must have ${maxFurtherMembers} members or fewer`,
      }),
  );

export type CreateCustomer = z.output<typeof createCustomerSchema>;

/** The part of a creation that the console sends to the API. */
export type NewCustomer = Omit<CreateCustomer, "console">;

/**
 * The header `Idempotency-Key` of a creation. The sender creates the key before the first attempt. The same key always
 * means the same creation, even if the request is sent several times. After a rejection, a new attempt needs a new key.
 */
export const idempotencyKeySchema = z
  .uuid({
    error:
      "must be a UUID that the sender makes for this one creation and sends again with every repeat of it, so that no repeat creates a second customer",
  })
  .toLowerCase();

/**
 * The header `Retry-Of` of a creation: the ID of a failed or unknown creation in the same environment. A person has
 * decided to send the values of this creation again.
 */
export const retryOfSchema = resourceIDSchema;

/**
 * The header `Only-If-New: true` of a creation. The console then refuses a possible duplicate: an earlier creation by
 * the same person with the same values and a different key, for example in a second tab. The earlier creation must be
 * running, have an uncertain outcome, or have succeeded and be recent. If the person wants two customers, the page
 * omits the header.
 */
export const onlyIfNewSchema = z.literal("true", { error: "must be true, or left out" });

const contractValues = z.strictObject({ term: text("a term").optional(), plan: text("a plan").optional() });

/** The maximum number of jobs of one customer that the console reads. */
export const maxJobsOfCustomer = 20;

/**
 * The body of `PATCH /api/{environment}/customers/{customerID}/contract`: exactly one of `term` and `plan`
 * (specification, section 4.4).
 * - `expected`: the contract that the sender saw. It prevents an accidental overwrite of a colleague's change.
 * - `overrideJobIDs`: the customer's jobs that may still be running and that the sender overrides. A job can be
 *   overridden only if it seems stuck or cannot be read. `GET …/customers/{customerID}/jobs` lists these jobs. For any
 *   other running job the answer is 409 `customer_busy`, and nothing is sent.
 * - `undoOf`: the ID of a verified change of this contract. This request undoes that change, so the new value must be
 *   the value before that change. The console then ignores the given `expected`, and expects the contract from after
 *   the undone change.
 */
export const changeContractSchema = contractValues
  .extend({
    /** The contract that the sender saw. If the contract differs now, nothing is sent (`contract_changed`). */
    expected: contractValues.optional(),
    /** The IDs of running jobs that the sender decides to ignore, because they seem stuck. */
    overrideJobIDs: z.array(resourceIDSchema).min(1).max(maxJobsOfCustomer).optional(),
    /** The ID of the verified contract change that this change undoes. */
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
  /** True to list only operations of the sender. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** Only operations of these people; may be given several times. */
  staffID: filterIDsSchema.optional(),
  state: wordList(operationStates).optional(),
  outcome: outcomeFilter.optional(),
  /** One or more kinds, separated by commas. The server checks whether the kinds exist. */
  kind: z
    .string()
    .transform((value) => value.split(","))
    .optional(),
  customerID: resourceIDSchema.optional(),
  jobID: resourceIDSchema.optional(),
  bulkID: resourceIDSchema.optional(),
  /** Only operations for this ticket; letter case is ignored. */
  ticket: ticketSchema.optional(),
  /** True to exclude the operations of bulk changes, which have their own page. */
  withoutBulk: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .optional(),
  /** A part of the company's name, or the start of the customer's ID or of the operation's ID. */
  searchTerm: z
    .string()
    .trim()
    .max(maxSearchTermLength, { error: `must be ${maxSearchTermLength} characters or less` })
    // PostgreSQL cannot store NUL characters in text.
    .regex(/^[^\0]*$/, { error: "must not have NUL characters" })
    .optional()
    .transform((term) => term || undefined),
  /** The range of UTC days on which the operations were recorded. The first and the last day are included. */
  datefrom: calendarDaySchema.optional(),
  dateto: calendarDaySchema.optional(),
  /** Only operations that were recorded at this time or later. */
  since: z.iso.datetime({ offset: true, error: "must be an ISO 8601 instant" }).optional(),
};

/** The members of the query that may be given several times. */
export const repeatedOperationFilters = ["staffID"] as const;

/** The query of `GET /api/{environment}/operations`, as text from a URL. The newest operations come first. */
export const operationListQuerySchema = z
  .strictObject({ ...pageQuery, ...filters })
  .refine(isValidWindow, invalidWindow);

export type OperationListQuery = z.output<typeof operationListQuerySchema>;

/** The query of `GET /api/{environment}/operations/export`: the filters of the list, without paging. */
export const operationExportQuerySchema = z
  .strictObject({ ...filters, columnNames: csvColumnNamesSchema })
  .refine(isValidWindow, invalidWindow);

export type OperationExportQuery = z.output<typeof operationExportQuerySchema>;

/**
 * The answer of `GET /api/{environment}/operations/people`: the people who have started operations in this environment,
 * sorted by email address.
 */
export const operationPeopleSchema = z.object({
  people: z.array(z.object({ staffID: z.string(), email: z.string(), name: z.string() })),
});

export type OperationPeople = z.infer<typeof operationPeopleSchema>;
