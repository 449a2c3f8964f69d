import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobStepSchema } from "#lib/contract/job.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { effectStates, operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { operationStates } from "#lib/contract/values/operations/operation-states.ts";

export type { OperationState } from "#lib/contract/values/operations/operation-states.ts";

/** The result of a check that did not resolve the outcome. */
export const reconcileFindingSchema = z.object({
  at: z.string(),
  message: z.string(),
  customerIDs: z.array(z.string()),
});

export type ReconcileFinding = z.infer<typeof reconcileFindingSchema>;

/** The job of a write in its last known state. */
export const operationJobSchema = z.object({
  state: z.enum(jobStates),
  /** The API's own word; empty where it gave none. */
  stateText: z.string(),
  /** The type of the job, in the API's own word. */
  type: z.string().optional(),
  /** When it last changed, as of the last reading; absent once it has ended. */
  unchangedSince: z.string().optional(),
  /** From 0 to 1, if the API provides it. */
  progress: z.number().min(0).max(1).optional(),
  /** Why it failed, in the API's own words. */
  reason: z.string().optional(),
  /** Its steps, as far as they are kept with the write: the first of many. */
  steps: z.array(jobStepSchema).optional(),
  /** How many more it had. */
  stepsOmitted: z.number().optional(),
  seenAt: z.string(),
  /** When the console observed its end; absent before. */
  finishedAt: z.string().optional(),
  /** True if the API no longer knows the job, and its end was not observed. */
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

/** The record of a write. All staff share one API key, so only this record says who did what. */
export const operationSchema = z.object({
  operationID: z.string(),
  /** One of the kinds in lib/operation-kinds, or a newer one, which is shown by its name. */
  kind: z.string(),
  environment: environmentSchema,
  /** Present if a reading can verify the effect: a property of the kind, stored with the write. */
  verifiesEffect: z.literal(true).optional(),
  state: z.enum(operationStates),
  /** The current outcome, computed from the record: operation-outcome.ts. */
  outcome: z.enum(operationOutcomes),
  actor: z.object({ staffID: z.string(), email: z.string() }),
  /** The request to the console, which includes the request to the API. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  /** The customer's name: as it was when the write was made or, of older ones, as the console knows it now. */
  companyName: z.string().optional(),
  jobID: z.string().optional(),
  job: operationJobSchema.optional(),
  /** When its job last changed, if that is so long ago that the job seems stuck: decided by the server. */
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
  /** When a reading verified the change; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  /** The state of the readings of an accepted write that is not verified: operation-outcome.ts. */
  effect: z.enum(effectStates).optional(),
  /** Why it was rejected, or why its result is not known. */
  problem: problemSchema.optional(),
  /** The result of the last check of an unknown or unverified write: a sentence, and the matching customers. */
  finding: reconcileFindingSchema.optional(),
  /** When the console checks such a write again; absent after the last check. */
  nextLookAt: z.string().optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** A later write that reuses the values of this one, or undoes it. */
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
