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

/** The result of a check that could not resolve the outcome. */
export const reconcileFindingSchema = z.object({
  at: z.string(),
  message: z.string(),
  customerIDs: z.array(z.string()),
});

export type ReconcileFinding = z.infer<typeof reconcileFindingSchema>;

/** The job of a write, in its last known state. */
export const operationJobSchema = z.object({
  state: z.enum(jobStates),
  /** The API's own word; empty if the API sent no state. */
  stateText: z.string(),
  /** The type of the job, exactly as the API names it. */
  type: z.string().optional(),
  /** When the job last changed, according to the last reading. Absent once the job has ended. */
  unchangedSince: z.string().optional(),
  /** From 0 to 1, if the API provides it. */
  progress: z.number().min(0).max(1).optional(),
  /** Why the job failed, in the API's own words. */
  reason: z.string().optional(),
  /** The job's steps that the console stores with the write. If there are too many, only the first steps are stored. */
  steps: z.array(jobStepSchema).optional(),
  /** The number of steps that are left out of `steps`. */
  stepsOmitted: z.number().optional(),
  seenAt: z.string(),
  /** When the console observed the end of the job; absent before. */
  finishedAt: z.string().optional(),
  /** Set if the API does not know the job any more, and nobody observed its end. */
  vanished: z.literal(true).optional(),
});

export type OperationJob = z.infer<typeof operationJobSchema>;

/**
 * How long writes of one kind usually take, computed from the console's own writes. If there are few of them, the time
 * is computed from the jobs of the same type that the API has listed.
 */
export const usualTimeSchema = z.object({
  /** The number of writes or jobs that the times are computed from. */
  count: z.number(),
  /** Milliseconds from the sending of the write, or from the creation of the job, to the end. */
  p50Ms: z.number(),
  p95Ms: z.number(),
});

export type UsualTime = z.infer<typeof usualTimeSchema>;

/** The record of a write. The whole staff shares one API key, so only this record says who did what. */
export const operationSchema = z.object({
  operationID: z.string(),
  /** The name of a kind in lib/operation-kinds. A page shows the name itself if only a newer version knows the kind. */
  kind: z.string(),
  environment: environmentSchema,
  /** Set if a reading can verify the effect. This is a property of the kind, and is stored with the write. */
  verifiesEffect: z.literal(true).optional(),
  state: z.enum(operationStates),
  /** The current outcome, computed from the record. See operation-outcome.ts. */
  outcome: z.enum(operationOutcomes),
  actor: z.object({ staffID: z.string(), email: z.string() }),
  /** The request that the console received. It includes the request to the API. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  /** The customer's name when the write was made. For older writes, the name that the console knows now. */
  companyName: z.string().optional(),
  jobID: z.string().optional(),
  job: operationJobSchema.optional(),
  /** When the job last changed. Set only if the server considers the job stuck. */
  stuckSince: z.string().optional(),
  /** Set if a person sent the values of a failed or unknown write again: the ID of that earlier write. */
  againOf: z.string().optional(),
  /** Set if this write undoes a verified change of contract: the ID of that change. */
  undoOf: z.string().optional(),
  /** The ID of the bulk change that the write belongs to. */
  bulkID: z.string().optional(),
  /** The ID of the import that the write belongs to. */
  importID: z.string().optional(),
  /** Set if the write is a step of a planned change: the ID of the planned change. */
  plannedChangeID: z.string().optional(),
  /** The ticket and the reason of the write, if the person gave them. Neither is sent to the API. */
  ticket: z.string().optional(),
  reason: z.string().optional(),
  /** For a change of contract: the contract before and after it, as read from the API. */
  before: contractSchema.optional(),
  after: contractSchema.optional(),
  /** When a reading verified the change; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  /** What the readings have shown about an accepted write that is not verified. See operation-outcome.ts. */
  effect: z.enum(effectStates).optional(),
  /** Why the write was rejected, or why its result is unknown. */
  problem: problemSchema.optional(),
  /** The result of the last check of an unknown or unverified write: a sentence, and the matching customers. */
  finding: reconcileFindingSchema.optional(),
  /** When the console checks the write again. Absent after the last check. */
  nextLookAt: z.string().optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** A later write that uses the values of this write again, or undoes this write. */
export const operationRepeatSchema = z.object({ operationID: z.string(), email: z.string(), createdAt: z.string() });

/** The answer of `GET /api/{environment}/operations/{operationID}`. */
export const operationDetailSchema = operationAnswerSchema.extend({
  /** Later writes with the values of this write, newest first; absent if there are none. */
  repeats: z.array(operationRepeatSchema).optional(),
  /** Verified changes that undid this write, newest first; absent if there are none. */
  undoneBy: z.array(operationRepeatSchema).optional(),
  /** How long such writes usually take. Absent if there are no earlier writes to compute it from. */
  usual: usualTimeSchema.optional(),
  /** When the operation was read, by the console's clock. */
  asOf: z.string(),
});

export type OperationDetail = z.infer<typeof operationDetailSchema>;

/** The problem document of a write that was refused or not sent, with the write as the console recorded it. */
export const operationProblemSchema = problemSchema.extend({ operation: operationSchema.optional() });

export type OperationProblem = z.infer<typeof operationProblemSchema>;

/** The answer of `GET /api/{environment}/operations`. */
export const operationListSchema = z.object({ operations: z.array(operationSchema), ...listEnvelope });

export type OperationList = z.infer<typeof operationListSchema>;
