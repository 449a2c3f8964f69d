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

/** The result of a check that could not determine the outcome. */
export const reconcileFindingSchema = z.object({
  at: z.string(),
  message: z.string(),
  customerIDs: z.array(z.string()),
});

export type ReconcileFinding = z.infer<typeof reconcileFindingSchema>;

/** The job of a write, in the state that was last read. */
export const operationJobSchema = z.object({
  state: z.enum(jobStates),
  /** The API's own text for the state; empty if the API sent no state. */
  stateText: z.string(),
  /** The type of the job, exactly as the API names it. */
  type: z.string().optional(),
  /** The time of the job's last change, as far as the console has read the job. Absent after the job has ended. */
  unchangedSince: z.string().optional(),
  /** A number from 0 to 1, if the API sends it. */
  progress: z.number().min(0).max(1).optional(),
  /** Why the job failed, in the API's words. */
  reason: z.string().optional(),
  /**
   * The job's steps that the console stores with the write. If a job has too many steps, only the first ones are
   * stored.
   */
  steps: z.array(jobStepSchema).optional(),
  /** The number of steps that are missing from `steps`. */
  stepsOmitted: z.number().optional(),
  seenAt: z.string(),
  /** When the console detected the end of the job; absent until then. */
  finishedAt: z.string().optional(),
  /** Set if the API no longer knows the job, and the console did not see the job's end. */
  vanished: z.literal(true).optional(),
});

export type OperationJob = z.infer<typeof operationJobSchema>;

/**
 * How long writes of one kind usually take. Computed from the console's own writes. If there are too few writes,
 * computed from the API's jobs of the same type.
 */
export const usualTimeSchema = z.object({
  /** The number of writes or jobs from which the times are computed. */
  count: z.number(),
  /** Milliseconds until the end, measured from the sending of the write or from the creation of the job. */
  p50Ms: z.number(),
  p95Ms: z.number(),
});

export type UsualTime = z.infer<typeof usualTimeSchema>;

/** The record of a write. All staff share one API key, so only this record says who did what. */
export const operationSchema = z.object({
  operationID: z.string(),
  /** The name of a kind in lib/operation-kinds. If only a newer version knows the kind, pages show this name itself. */
  kind: z.string(),
  environment: environmentSchema,
  /** Set if the console can verify the effect. This is a property of the kind, and is stored with the write. */
  verifiesEffect: z.literal(true).optional(),
  state: z.enum(operationStates),
  /** The current outcome, computed from the other members. See operation-outcome.ts. */
  outcome: z.enum(operationOutcomes),
  /** `name`: the current name. Absent for an API client, whose name is in `email`, and for a removed person. */
  actor: z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() }),
  /** The request that the console received. It contains the request to the API. */
  request: z.record(z.string(), z.unknown()),
  customerID: z.string().optional(),
  /**
   * The customer's name when the write was made. If no name is stored with an older write, this is the currently known
   * name.
   */
  companyName: z.string().optional(),
  jobID: z.string().optional(),
  job: operationJobSchema.optional(),
  /** When the job last changed. Set only if the job seems stuck. */
  stuckSince: z.string().optional(),
  /** The ID of the failed or unknown write whose values a person sent again with this write. */
  againOf: z.string().optional(),
  /** The ID of the verified contract change that this write undoes. */
  undoOf: z.string().optional(),
  /** The ID of the bulk change that the write belongs to. */
  bulkID: z.string().optional(),
  /** The ID of the import that the write belongs to. */
  importID: z.string().optional(),
  /** The ID of the planned change, if the write is one of its steps. */
  plannedChangeID: z.string().optional(),
  /** The ticket and the reason that the person gave for the write. They are not sent to the API. */
  ticket: z.string().optional(),
  reason: z.string().optional(),
  /** For a contract change: the contract before and after the change, as read from the API. */
  before: contractSchema.optional(),
  after: contractSchema.optional(),
  /** When the change was verified; ISO 8601 in UTC, like all times in this file. */
  confirmedAt: z.string().optional(),
  /** Why the effect of an accepted write is not verified. See operation-outcome.ts. */
  effect: z.enum(effectStates).optional(),
  /** Why the write was rejected, or why its result is unknown. */
  problem: problemSchema.optional(),
  /**
   * The result of the last check of an unknown or unverified write: a sentence, and the customers that match the write.
   */
  finding: reconcileFindingSchema.optional(),
  /** When the console checks the write the next time. Absent after the last check. */
  nextLookAt: z.string().optional(),
  createdAt: z.string(),
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type Operation = z.infer<typeof operationSchema>;

/** The answer of every write. */
export const operationAnswerSchema = z.object({ operation: operationSchema });

/** A later write that repeats the values of an earlier write, or that undoes the earlier write. */
export const operationRepeatSchema = z.object({
  operationID: z.string(),
  /** The e-mail address of the person who made the write, and the current name, if it is known. */
  email: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
});

/** The answer of `GET /api/{environment}/operations/{operationID}`. */
export const operationDetailSchema = operationAnswerSchema.extend({
  /** Later writes that repeat the values of this write, newest first; absent if there are none. */
  repeats: z.array(operationRepeatSchema).optional(),
  /** Verified changes that undid this write, newest first; absent if there are none. */
  undoneBy: z.array(operationRepeatSchema).optional(),
  /** The ID of the proposal of an assistant that a person accepted to start this write. Absent for other writes. */
  proposalID: z.string().optional(),
  /** How long writes of this kind usually take. Absent if there are no earlier writes to compute it from. */
  usual: usualTimeSchema.optional(),
  /** When the operation was read, by the server's clock. */
  asOf: z.string(),
});

export type OperationDetail = z.infer<typeof operationDetailSchema>;

/** The problem document of a write that was refused or not sent. It contains the recorded write. */
export const operationProblemSchema = problemSchema.extend({ operation: operationSchema.optional() });

export type OperationProblem = z.infer<typeof operationProblemSchema>;

/** The answer of `GET /api/{environment}/operations`. */
export const operationListSchema = z.object({ operations: z.array(operationSchema), ...listEnvelope });

export type OperationList = z.infer<typeof operationListSchema>;
