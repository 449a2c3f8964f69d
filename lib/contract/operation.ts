import { z } from "zod";
import { contractSchema } from "./customer.ts";
import { environmentSchema } from "./environment.ts";
import { problemSchema } from "./errors.ts";
import { listEnvelope } from "./list.ts";

/** What the console can ask the API to change. */
export const operationKinds = ["create-customer", "change-contract"] as const;

/**
 * Where a write stands: `recorded` before anything is sent, `sent` while its answer is awaited,
 * `accepted` or `rejected` by the API, `unknown` where nobody can tell, `reconciled` where reading
 * has shown what became of an unknown one.
 */
export const operationStates = ["recorded", "sent", "accepted", "rejected", "unknown", "reconciled"] as const;

export type OperationState = (typeof operationStates)[number];

/** What a look has shown that did not settle the matter. */
export const findingSchema = z.object({ at: z.string(), message: z.string(), customerIDs: z.array(z.string()) });

export type Finding = z.infer<typeof findingSchema>;

/** A write as the console keeps it: all staff share one API key, so only this knows who did what. */
export const operationSchema = z.object({
  operationID: z.string(),
  kind: z.enum(operationKinds),
  environment: environmentSchema,
  state: z.enum(operationStates),
  actor: z.object({ staffID: z.string(), email: z.string() }),
  /** What was asked of the console; what goes on to the API is in it. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  jobID: z.string().optional(),
  /** The contract as it was read before and after a change of it. */
  before: contractSchema.optional(),
  after: contractSchema.optional(),
  /** When reading showed the change in force; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  /** Why it was rejected, or why nobody can tell. */
  problem: problemSchema.optional(),
  /** What the last look at an unknown one has shown: a sentence, and the customers that would fit. */
  finding: findingSchema.optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write, and of `GET /api/{environment}/operations/{operationID}`. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** The problem document of a write that was refused or not sent, with the write as it is kept. */
export const operationProblemSchema = problemSchema.extend({ operation: operationSchema.optional() });

export type OperationProblem = z.infer<typeof operationProblemSchema>;

/** The answer of `GET /api/{environment}/operations`. */
export const operationListSchema = z.object({ operations: z.array(operationSchema), ...listEnvelope });

export type OperationList = z.infer<typeof operationListSchema>;
