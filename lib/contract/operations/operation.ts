import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobStepSchema } from "#lib/contract/job.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { effectStates, operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { operationStates } from "#lib/contract/values/operations/operation-states.ts";

export type { OperationKindName, OperationState } from "#lib/contract/values/operations/operation-states.ts";

/** What a look has shown that did not settle the matter. */
export const reconcileFindingSchema = z.object({
  at: z.string(),
  message: z.string(),
  customerIDs: z.array(z.string()),
});

export type ReconcileFinding = z.infer<typeof reconcileFindingSchema>;

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
  /** True when the API no longer knows the job and its end was not seen. */
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
  /** Present where a reading can show that what was requested is in force: a trait of the kind, stored with the write. */
  verifiesEffect: z.literal(true).optional(),
  state: z.enum(operationStates),
  /** What it has come to by now, computed from what is recorded of it: operation-outcome.ts. */
  outcome: z.enum(operationOutcomes),
  actor: z.object({ staffID: z.string(), email: z.string() }),
  /** What was asked of the console; what goes on to the API is in it. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  /** The customer's name: as it was when the write was made or, of older ones, as the console knows it now. */
  companyName: z.string().optional(),
  jobID: z.string().optional(),
  job: operationJobSchema.optional(),
  /** Since when its job stands still, where that is so long that it seems stuck: decided by the server. */
  stuckSince: z.string().optional(),
  /** The failed or unknown write whose values a person has sent again with this one. */
  againOf: z.string().optional(),
  /** The verified change of contract that this one undoes. */
  undoOf: z.string().optional(),
  /** The bulk change that it belongs to. */
  bulkID: z.string().optional(),
  /** The import that it belongs to. */
  importID: z.string().optional(),
  /** The planned change whose step it is. */
  plannedChangeID: z.string().optional(),
  /** For which ticket and why it was requested, where the person has said so; neither is sent to the API. */
  ticket: z.string().optional(),
  reason: z.string().optional(),
  /** The contract as it was read before and after a change of it. */
  before: contractSchema.optional(),
  after: contractSchema.optional(),
  /** When reading showed the change in force; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  /** What readings of an accepted write have come to while none has shown it in force: operation-outcome.ts. */
  effect: z.enum(effectStates).optional(),
  /** Why it was rejected, or why its result is not known. */
  problem: problemSchema.optional(),
  /** What the last look at one that is unknown or not in force has shown: a sentence, and the customers that would fit. */
  finding: reconcileFindingSchema.optional(),
  /** When the console checks the result of such a one again; absent when it checks no more. */
  nextLookAt: z.string().optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** A later write that has taken up the values of this one, or undoes it. */
export const operationRepeatSchema = z.object({ operationID: z.string(), email: z.string(), createdAt: z.string() });

/** The answer of `GET /api/{environment}/operations/{operationID}`. */
export const operationDetailSchema = operationAnswerSchema.extend({
  /** The operations that started it again, newest first; absent if there are none. */
  repeats: z.array(operationRepeatSchema).optional(),
  /** The verified changes that undid it, newest first; absent if there are none. */
  undoneBy: z.array(operationRepeatSchema).optional(),
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
