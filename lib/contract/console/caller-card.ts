import { z } from "zod";
import { searchCoverageSchema } from "#lib/contract/console/lookup.ts";
import { creationSchema, customerSchema } from "#lib/contract/customers/customer.ts";
import { answerAge } from "#lib/contract/list.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { callerReasonKinds } from "#lib/contract/values/console/caller-reasons.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

const boundedText = z
  .string()
  .min(1, { error: "must not be empty" })
  .max(maxLookupLength, { error: `must be ${maxLookupLength} characters or less` });

/** The query of `GET /api/{environment}/caller-card`, as text from a URL. Exactly one of the three. */
export const callerCardQuerySchema = z
  .strictObject({
    /** The caller's number in any notation, as a softphone sends it. A leading blank is read as a plus. */
    number: boundedText.optional(),
    email: boundedText.optional(),
    customer: resourceIDSchema.optional(),
  })
  .refine((query) => Object.values(query).filter((value) => value !== undefined).length === 1, {
    error: "must have exactly one of number, email and customer",
  });

export type CallerCardQuery = z.output<typeof callerCardQuerySchema>;

/** A customer that may be calling. Names and addresses are the API's own texts. They must only be shown as text. */
export const callerCandidateSchema = z.object({
  customerID: z.string(),
  /** Empty if the name is not known. */
  companyName: z.string(),
  email: z.string().optional(),
  /** The customer's number that matches, as it is shown. */
  number: z.string().optional(),
  deleted: z.literal(true).optional(),
  /** The console's own operation that created the customer. */
  creation: creationSchema.optional(),
  /** False: from what the console has read. True: a new answer of the API contains the customer. */
  confirmed: z.boolean().optional(),
  /** For a customer that the API has not confirmed: when the newest answer with it arrived; ISO 8601 in UTC. */
  seenAt: z.string().optional(),
  /** Set if the number belonged to this customer until this time; ISO 8601 in UTC. */
  formerUntil: z.string().optional(),
});

export type CallerCandidate = z.infer<typeof callerCandidateSchema>;

/** Why a customer may be calling. */
export const callerReasonSchema = z.object({
  kind: z.enum(callerReasonKinds),
  /** When this happened or will happen; ISO 8601 in UTC. Absent if no time is known. */
  at: z.string().optional(),
  /** One line, in the words of the pages. It may contain texts of the API or of people. */
  text: z.string(),
  /** More about it, such as the API's reason for a refusal. */
  detail: z.string().optional(),
  /** The ticket for which it was done. */
  ticket: z.string().optional(),
  /** The URL of the page that shows it. */
  href: z.string(),
});

export type CallerReason = z.infer<typeof callerReasonSchema>;

/** The answer of `GET /api/{environment}/caller-card`. */
export const callerCardSchema = z.object({
  /** The customer, if the search leads to exactly one. Several customers are always a choice. */
  customer: customerSchema.omit({ raw: true }).optional(),
  /** Set if the customer is from the store of known customers, because the API did not answer in time. */
  source: z.literal("known").optional(),
  /** All customers that were found. */
  candidates: z.array(callerCandidateSchema),
  /** Why `customer` may be calling, in a fixed order. Empty without a customer. */
  reasons: z.array(callerReasonSchema),
  /** What was searched, in the form in which it was understood. */
  searched: z.object({ by: z.enum(["number", "email", "customer"]), text: z.string() }),
  /** For a number: whether the API lists numbers and says to which customers they belong. */
  numbers: z.enum(["offered", "not-offered", "without-customers"]).optional(),
  looked: z.array(searchCoverageSchema),
  ...answerAge,
});

export type CallerCard = z.infer<typeof callerCardSchema>;
