import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { approvalStates } from "#lib/contract/values/operations/approval-states.ts";
import {
  plannedActions,
  plannedReasonCodes,
  plannedStates,
  plannedStepKinds,
  plannedStepStates,
} from "#lib/contract/values/operations/planned-states.ts";
import { storedChangeSchema } from "./bulk.ts";

export type {
  PlannedAction,
  PlannedReasonCode,
  PlannedState,
  PlannedStepKind,
  PlannedStepState,
} from "#lib/contract/values/operations/planned-states.ts";

import { viewDefinitionSchema } from "#lib/contract/operations/view-target.ts";

/** `name`: the current name, in lists. Absent for an API client and for a removed person. */
const person = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** The reason for a state, as a sentence. Times are ISO 8601 in UTC, like all times in this file. */
export const plannedReasonSchema = z.object({
  code: z.enum(plannedReasonCodes),
  message: z.string(),
  at: z.string(),
  /** The ID of the console's operation that changed the contract. */
  operationID: z.string().optional(),
});

export type PlannedReason = z.infer<typeof plannedReasonSchema>;

/** A time as a person chose it, and the instant that it means. */
const plannedTime = {
  dueAt: z.string(),
  /**
   * `local`: the local time in `zone`, written `YYYY-MM-DDTHH:MM`. `zone`: the IANA name of a time zone. `offset`: the
   * zone's offset from UTC at that time, such as `+01:00`.
   */
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
};

export const plannedStepSchema = z.object({
  stepID: z.string(),
  order: z.number(),
  kind: z.enum(plannedStepKinds),
  /**
   * The value that the step sets. For a revert, this is at first the value in the reviewed contract. After the first
   * change is verified, it is the value that was read just before that change.
   */
  change: storedChangeSchema,
  ...plannedTime,
  /** The latest time at which the step may be sent. After this time the step becomes `missed`. */
  notAfter: z.string(),
  state: z.enum(plannedStepStates),
  /** The number of attempts so far; 0 before the first attempt. */
  attempt: z.number(),
  reason: plannedReasonSchema.optional(),
  /** The ID of the operation of the last attempt, and its outcome. */
  operationID: z.string().optional(),
  outcome: z.enum(operationOutcomes).optional(),
  /** The contract that the customer must still have. Otherwise the step is not sent. */
  reviewed: contractSchema.optional(),
  /** For a revert: the contract that was read just before the change was applied. */
  original: contractSchema.optional(),
  /** For a suspended step: the contract that the console found. It differs from the reviewed contract. */
  found: contractSchema.optional(),
});

export type PlannedStep = z.infer<typeof plannedStepSchema>;

export const plannedChangeSchema = z.object({
  plannedChangeID: z.string(),
  environment: environmentSchema,
  customerID: z.string(),
  companyName: z.string().optional(),
  change: storedChangeSchema,
  /**
   * The second change. If the first change sets the plan, the second sets the term, or vice versa. The second change is
   * sent after the first change is verified.
   */
  // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
  then: storedChangeSchema.optional(),
  /**
   * The view that this change was planned for. The change is applied only if the view is unchanged and contains the
   * customer. Absent for other changes, and after a person has reviewed this change again.
   */
  view: viewDefinitionSchema.optional(),
  /** When the first step is due. */
  at: z.string(),
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
  /** `until`: the instant when a temporary change ends. `untilLocal`: the local time that the person entered for it. */
  until: z.string().optional(),
  untilLocal: z.string().optional(),
  untilZone: z.string().optional(),
  untilOffset: z.string().optional(),
  state: z.enum(plannedStates),
  /** When the next step is due. Absent if no more steps will run. */
  nextAt: z.string().optional(),
  /** Why the planned change as a whole is suspended, missed, failed or ended. */
  stateReason: plannedReasonSchema.optional(),
  steps: z.array(plannedStepSchema),
  /** The reason that the person gave. */
  reason: z.string().optional(),
  ticket: z.string().optional(),
  requestedBy: person,
  /** The responsible person. Each step runs only if this person may still change contracts. */
  responsible: person,
  /** The digest that an approval covers, in hexadecimal. Every edit of the planned change gives a new digest. */
  digest: z.string(),
  /** The version, starting at 1. Every edit increases it by 1. */
  version: z.number(),
  /** The contract that a person last reviewed. */
  expected: contractSchema,
  /**
   * The request for approval. Set if this planned change, or the bulk change that created it, needs or has an approval
   * by a second person.
   */
  approval: z
    .object({
      approvalID: z.string(),
      state: z.enum(approvalStates),
      expiresAt: z.string().optional(),
      decidedBy: person.optional(),
      decidedAt: z.string().optional(),
      reason: z.string().optional(),
      /** Set if an administrator released the change alone, in an emergency. */
      emergency: z.literal(true).optional(),
    })
    .optional(),
  /** Set while a freeze stops the next step. */
  held: z.literal(true).optional(),
  /** The actions that are possible now for a person with the permission. */
  actions: z.array(z.enum(plannedActions)),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the last step reached a final state. */
  finishedAt: z.string().optional(),
});

export type PlannedChange = z.infer<typeof plannedChangeSchema>;

/**
 * The answer of `GET …/planned/{plannedChangeID}`, of `POST /api/{environment}/planned`, and of the actions on a
 * planned change.
 */
export const plannedAnswerSchema = z.object({ plannedChange: plannedChangeSchema });

/** The answer of `GET /api/{environment}/planned/{plannedChangeID}`. */
export const plannedDetailSchema = plannedAnswerSchema.extend({
  /** The ID of the proposal of an assistant that a person accepted to plan this change. Absent for other changes. */
  proposalID: z.string().optional(),
});

export type PlannedDetail = z.infer<typeof plannedDetailSchema>;

/** Whether a freeze stops the planned changes of an environment, and who set it. */
export const plannedHoldSchema = z.object({
  held: z.boolean(),
  by: person.optional(),
  since: z.string().optional(),
  reason: z.string().optional(),
});

export type PlannedHold = z.infer<typeof plannedHoldSchema>;

/** The answer of `GET /api/{environment}/planned`. */
export const plannedListSchema = z.object({
  planned: z.array(plannedChangeSchema),
  hold: plannedHoldSchema,
  ...listEnvelope,
});

export type PlannedList = z.infer<typeof plannedListSchema>;
