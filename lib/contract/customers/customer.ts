import { z } from "zod";
import { answerAge } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";

/** A customer's contract (specification, section 2), in the API's own words. */
export const contractSchema = z.object({ term: z.string().optional(), plan: z.string().optional() });

export type Contract = z.infer<typeof contractSchema>;

/** The outcome of the operation that created a customer. */
export const creationSchema = z.object({
  operationID: z.string(),
  outcome: z.enum(operationOutcomes),
  /** The detail of the outcome. */
  outcomeDetail: z.enum(outcomeDetails),
  jobID: z.string().optional(),
});

export type CustomerCreation = z.infer<typeof creationSchema>;

/**
 * A customer as the console knows it (the canonical model). A member that the API left out is absent; the console never
 * invents a value. `raw` is the record exactly as the API sent it.
 */
export const customerSchema = z.object({
  customerID: z.string(),
  companyName: z.string(),
  /** The number of users, if the API provides a whole number. */
  usersCount: z.number().optional(),
  /** ISO 8601 with a zone. The window of creation dates uses it (specification, section 2). */
  created: z.string().optional(),
  deleted: z.boolean(),
  /** ISO 8601, if the API provides it. */
  deletedAt: z.string().optional(),
  contract: contractSchema,
  adminUser: z.object({ email: z.string().optional() }),
  /** The console's own operation that created the customer; absent if the console knows none. */
  creation: creationSchema.optional(),
  /** Present only if the request asked for it, or if the answer is not a list. */
  raw: z.record(z.string(), z.unknown()).optional(),
});

export type Customer = z.infer<typeof customerSchema>;

/** The answer of `GET /api/{environment}/customers/{customerID}`. */
export const customerAnswerSchema = z.object({
  customer: customerSchema,
  /** The paths in `raw` of all members that the console knows, such as `["contract", "plan"]`. */
  knownPaths: z.array(z.array(z.string())).optional(),
  /**
   * Set if the API cannot be asked and the customer comes from the record of known customers. Then the answer has
   * `stale`, `asOf` is the time of the newest reading, and members that the reading did not show are absent.
   */
  source: z.literal("known").optional(),
  ...answerAge,
});

export type CustomerAnswer = z.infer<typeof customerAnswerSchema>;
