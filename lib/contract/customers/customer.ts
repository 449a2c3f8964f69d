import { z } from "zod";
import { answerAge } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { knownMembers } from "#lib/contract/values/customers/known-filters.ts";

/** A customer's contract (specification, section 2), with the API's own values. */
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
 * A customer as the console represents it. A member is absent if the API did not send it; the console never invents a
 * value. `raw` is the record exactly as the API sent it.
 */
export const customerSchema = z.object({
  customerID: z.string(),
  companyName: z.string(),
  /** The number of users, if the API sends a whole number. */
  usersCount: z.number().optional(),
  /** ISO 8601 with an offset. The filter of creation dates uses this time (specification, section 2). */
  created: z.string().optional(),
  deleted: z.boolean(),
  /** ISO 8601, if the API sends it. */
  deletedAt: z.string().optional(),
  contract: contractSchema,
  adminUser: z.object({ email: z.string().optional() }),
  /** The console's own operation that created the customer; absent if there is no known operation. */
  creation: creationSchema.optional(),
  /** Present if the request asked for it, or if the answer contains a single customer. */
  raw: z.record(z.string(), z.unknown()).optional(),
});

export type Customer = z.infer<typeof customerSchema>;

/**
 * For each member that is older than the rest of the customer: when the newest answer with this member arrived; ISO
 * 8601 in UTC. Some APIs do not send every member in every answer.
 */
export const memberSeenAtSchema = z.partialRecord(z.enum(knownMembers), z.string());

/** The answer of `GET /api/{environment}/customers/{customerID}`. */
export const customerAnswerSchema = z.object({
  customer: customerSchema,
  /** The paths of all members in `raw` that the console knows, such as `["contract", "plan"]`. */
  knownPaths: z.array(z.array(z.string())).optional(),
  /**
   * Set if the API does not answer and the customer comes from the store of known customers. The answer then has
   * `stale`, and `asOf` is the time of the newest API answer with the customer. Members that this API answer did not
   * contain are absent.
   */
  source: z.literal("known").optional(),
  /**
   * Set if some members are older than `asOf`, because they come from the store of known customers. If the API answers,
   * only `usersCount` and `email` can be such members. They come from the store if the API's answer does not contain
   * them.
   */
  memberSeenAt: memberSeenAtSchema.optional(),
  ...answerAge,
});

export type CustomerAnswer = z.infer<typeof customerAnswerSchema>;
