import { z } from "zod";
import { answerAge } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";

/** A customer's contract (specification, section 2), in the API's own words. */
export const contractSchema = z.object({ term: z.string().optional(), plan: z.string().optional() });

export type Contract = z.infer<typeof contractSchema>;

/** What the operation that created a customer has come to. */
export const creationSchema = z.object({
  operationID: z.string(),
  outcome: z.enum(operationOutcomes),
  /** What the outcome rests on. */
  outcomeDetail: z.enum(outcomeDetails),
  jobID: z.string().optional(),
});

export type CustomerCreation = z.infer<typeof creationSchema>;

/**
 * A customer as the console knows it (the canonical model). Members that the API left out are
 * absent, never invented; `raw` is the record exactly as the API sent it.
 */
export const customerSchema = z.object({
  customerID: z.string(),
  companyName: z.string(),
  /** A whole number of users, where the API tells it. */
  usersCount: z.number().optional(),
  /** ISO 8601 instant with a zone; the basis of the window (specification, section 2). */
  created: z.string().optional(),
  deleted: z.boolean(),
  /** ISO 8601 instant, where the API tells it. */
  deletedAt: z.string().optional(),
  contract: contractSchema,
  adminUser: z.object({ email: z.string().optional() }),
  /** The console's own operation that created it; absent where the console knows of none. */
  creation: creationSchema.optional(),
  /** Absent in lists, unless they are asked for it. */
  raw: z.record(z.string(), z.unknown()).optional(),
});

export type Customer = z.infer<typeof customerSchema>;

/** The answer of `GET /api/{environment}/customers/{customerID}`. */
export const customerAnswerSchema = z.object({ customer: customerSchema, ...answerAge });

export type CustomerAnswer = z.infer<typeof customerAnswerSchema>;
