import { z } from "zod";
import { pageQuery } from "./list.ts";
import { operationKinds, operationStates } from "./operation.ts";
import { attentionOutcomes, operationOutcomes } from "./operation-outcome.ts";
import "./plain-messages.ts";
import { resourceIDSchema } from "./resource-id.ts";

const maxFurtherMembers = 30;
const maxTextLength = 200;

const unsafeNames = new Set(["__proto__", "constructor", "prototype"]);

/** Members of such names could reach a prototype on their way through somebody's code. */
function hasUnsafeName(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => unsafeNames.has(name) || hasUnsafeName(member));
}

const text = (what: string) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, { error: `must be ${what}` })
    .max(maxTextLength, { error: `must be ${maxTextLength} characters or less` });

/** No more than a look: what is an address, the API decides (specification, section 7, rule 2). */
const email = z
  .string({ error: "must be an e-mail address" })
  .trim()
  .max(320, { error: "must be 320 characters or less" })
  .regex(/^[^\s@]+@[^\s@]+$/, { error: "must be an e-mail address" });

/**
 * The body of `POST /api/{environment}/customers`. The specification (section 4.3) does not show
 * every field, so further members are passed on as they are. Whether a plan needs an administrator's
 * address is the API's to say.
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
      })
      .refine((body) => Object.keys(body).length <= maxFurtherMembers, {
        error: `must have ${maxFurtherMembers} members or fewer`,
      }),
  );

export type CreateCustomer = z.output<typeof createCustomerSchema>;

/**
 * The header `Idempotency-Key` of a creation: it names this one creation for ever, however often it
 * is sent. Made by the sender before the first time; what was rejected is begun anew with a new one.
 */
export const idempotencyKeySchema = z
  .uuid({
    error:
      "must be a UUID that the sender makes for this one creation and sends again with every repeat of it, so that no repeat creates a second customer",
  })
  .toLowerCase();

/**
 * The header `Again-Of` of a creation: the failed or unknown creation of the same environment whose values
 * a person has knowingly taken up again.
 */
export const againOfSchema = resourceIDSchema;

/**
 * The header `Only-If-New: true` of a creation: it is not sent where the same person has just begun one with
 * the same values and another key, as from a second tab. What a person sends knowingly goes without it.
 */
export const onlyIfNewSchema = z.literal("true", { error: "must be true, or left out" });

const contractValues = z.strictObject({ term: text("a term").optional(), plan: text("a plan").optional() });

/** As many jobs on a customer as the console looks at. */
export const maxJobsOfCustomer = 20;

/**
 * The body of `PATCH /api/{environment}/customers/{customerID}/contract`: exactly one of `term` and
 * `plan` (specification, section 4.4); in `expected` what the sender saw before, so that a colleague's
 * change is not overwritten unseen; and in `overrideJobIDs` the jobs on the customer that the sender knows
 * not to be over and sends it anyway. Of these only jobs that seem stuck to the console itself, or that it
 * cannot read (`GET …/customers/{customerID}/jobs` tells which), let a change pass: any other is answered with
 * 409 `customer_busy`, and nothing is sent.
 */
export const changeContractSchema = contractValues
  .extend({
    expected: contractValues.optional(),
    overrideJobIDs: z.array(resourceIDSchema).min(1).max(maxJobsOfCustomer).optional(),
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

/** What a list of operations can be narrowed to: outcomes, and the group of those that wait for a person. */
export const outcomeFilters = ["needs-attention", ...operationOutcomes] as const;

export type OutcomeFilter = (typeof outcomeFilters)[number];

/** The words of a filter, with the group's earlier name as it stands in old links. */
export function outcomeFilterWords(value: string): string[] {
  return value.split(",").map((word) => (word === "needs-look" ? "needs-attention" : word));
}

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

/** The query of `GET /api/{environment}/operations`, as text from a URL; newest first. */
export const operationListQuerySchema = z.strictObject({
  ...pageQuery,
  /** True for the sender's own. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  state: listOf(operationStates).optional(),
  outcome: outcomeFilter.optional(),
  kind: z.enum(operationKinds, { error: `must be ${operationKinds.join(" or ")}` }).optional(),
  customerID: resourceIDSchema.optional(),
  jobID: resourceIDSchema.optional(),
  bulkID: resourceIDSchema.optional(),
  /** True leaves out the writes of bulk changes, which have a page of their own. */
  withoutBulk: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .optional(),
  /** Only those that were begun at this instant or later. */
  since: z.iso.datetime({ offset: true, error: "must be an ISO 8601 instant" }).optional(),
});

export type OperationListQuery = z.output<typeof operationListQuerySchema>;
