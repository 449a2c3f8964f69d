import { z } from "zod";
import { contractSchema } from "./customer.ts";
import { environmentSchema } from "./environment.ts";
import { problemSchema } from "./errors.ts";
import { jobStates, jobStepSchema } from "./job.ts";
import { listEnvelope } from "./list.ts";
import { operationOutcomes } from "./operation-outcome.ts";

/** What the console can ask the API to change, as far as pages have words and filters for it. */
export const operationKinds = ["create-customer", "change-contract"] as const;

export type KnownKind = (typeof operationKinds)[number];

export function isKnownKind(kind: string): kind is KnownKind {
  return (operationKinds as readonly string[]).includes(kind);
}

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

/** The job behind a write, as the console saw it last. */
export const operationJobSchema = z.object({
  state: z.enum(jobStates),
  /** The API's own word; empty where it gave none. */
  stateText: z.string(),
  /** What kind of work it is, in the API's own word. */
  type: z.string().optional(),
  /** Since when it stood still as it was seen last; absent of one that is over. */
  unchangedSince: z.string().optional(),
  /** From 0 to 1, where the API tells it. */
  progress: z.number().min(0).max(1).optional(),
  /** Why it failed, in the API's own words. */
  reason: z.string().optional(),
  /** Its steps, as far as they are kept with the write: the first of many. */
  steps: z.array(jobStepSchema).optional(),
  /** How many more it had. */
  stepsOmitted: z.number().optional(),
  seenAt: z.string(),
  /** When the console saw that it is over; absent while it is not. */
  finishedAt: z.string().optional(),
  /** True when the API does not know the job any more, though nobody saw it end. */
  vanished: z.literal(true).optional(),
});

export type OperationJob = z.infer<typeof operationJobSchema>;

/**
 * How long writes of one kind usually take: by the console's own, and where these are few, by the jobs of the same
 * type that the API has listed.
 */
export const usualTimeSchema = z.object({
  /** How many writes or jobs this is made of. */
  count: z.number(),
  /** Milliseconds from sending, or from the job's creation, to the end. */
  p50Ms: z.number(),
  p95Ms: z.number(),
});

export type UsualTime = z.infer<typeof usualTimeSchema>;

/** A write as the console keeps it: all staff share one API key, so only this knows who did what. */
export const operationSchema = z.object({
  operationID: z.string(),
  /** One of `operationKinds`, or a newer one, which is shown by its name. */
  kind: z.string(),
  environment: environmentSchema,
  state: z.enum(operationStates),
  /** What it has come to by now, computed from what is recorded of it: operation-outcome.ts. */
  outcome: z.enum(operationOutcomes),
  actor: z.object({ staffID: z.string(), email: z.string() }),
  /** What was asked of the console; what goes on to the API is in it. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  jobID: z.string().optional(),
  job: operationJobSchema.optional(),
  /** Since when its job stands still, where that is so long that it seems stuck: decided by the server. */
  stuckSince: z.string().optional(),
  /** The failed or unknown write whose values a person has sent again with this one. */
  againOf: z.string().optional(),
  /** The bulk change that it belongs to. */
  bulkID: z.string().optional(),
  /** The contract as it was read before and after a change of it. */
  before: contractSchema.optional(),
  after: contractSchema.optional(),
  /** When reading showed the change in force; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  /** Why it was rejected, or why nobody can tell. */
  problem: problemSchema.optional(),
  /** What the last look at an unknown one has shown: a sentence, and the customers that would fit. */
  finding: findingSchema.optional(),
  /** When the console looks again what became of an unknown one; absent when it looks no more. */
  nextLookAt: z.string().optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** A later write that has taken up the values of this one. */
export const operationRepeatSchema = z.object({ operationID: z.string(), email: z.string(), createdAt: z.string() });

/** The answer of `GET /api/{environment}/operations/{operationID}`. */
export const operationDetailSchema = operationAnswerSchema.extend({
  /** The operations that started it again, newest first; absent if there are none. */
  repeats: z.array(operationRepeatSchema).optional(),
  /** Absent while there is no history of its kind. */
  usual: usualTimeSchema.optional(),
  /** When it was read, by the console's clock. */
  asOf: z.string(),
});

export type OperationDetail = z.infer<typeof operationDetailSchema>;

/** The problem document of a write that was refused or not sent, with the write as it is kept. */
export const operationProblemSchema = problemSchema.extend({ operation: operationSchema.optional() });

export type OperationProblem = z.infer<typeof operationProblemSchema>;

/** The answer of `GET /api/{environment}/operations`. */
export const operationListSchema = z.object({ operations: z.array(operationSchema), ...listEnvelope });

export type OperationList = z.infer<typeof operationListSchema>;
