import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { operationOutcomes } from "#lib/contract/operation-outcome.ts";
import { approvalStates } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import {
  plannedActions,
  plannedReasonCodes,
  plannedStates,
  plannedStepKinds,
  plannedStepStates,
} from "#lib/contract/values/operations/planned-states.ts";

export type {
  PlannedAction,
  PlannedReasonCode,
  PlannedState,
  PlannedStepKind,
  PlannedStepState,
} from "#lib/contract/values/operations/planned-states.ts";

const person = z.object({ staffID: z.string(), email: z.string() });

const change = z
  .union([z.object({ term: z.string() }), z.object({ plan: z.string() })])
  .transform((change) => change as BulkChange);

/** The reason for its state, in words; ISO 8601 in UTC, as all instants here. */
export const plannedReasonSchema = z.object({
  code: z.enum(plannedReasonCodes),
  message: z.string(),
  at: z.string(),
  /** The change made through the console that it is about. */
  operationID: z.string().optional(),
});

export type PlannedReason = z.infer<typeof plannedReasonSchema>;

/** A time as a person chose it, and the instant that follows from it. */
const plannedTime = {
  dueAt: z.string(),
  /** `YYYY-MM-DDTHH:MM` in `zone`, an IANA name, and how far that was from UTC, such as `+01:00`. */
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
};

export const plannedStepSchema = z.object({
  stepID: z.string(),
  order: z.number(),
  kind: z.enum(plannedStepKinds),
  /** The value that it sets; of a revert before its apply is verified, the one that was reviewed. */
  change,
  ...plannedTime,
  /** After this it is not sent any more: it is missed. */
  notAfter: z.string(),
  state: z.enum(plannedStepStates),
  /** The number of attempts so far, from 0. */
  attempt: z.number(),
  reason: plannedReasonSchema.optional(),
  /** The operation of its last attempt, and its outcome. */
  operationID: z.string().optional(),
  outcome: z.enum(operationOutcomes).optional(),
  /** The contract on which it may be sent. */
  reviewed: contractSchema.optional(),
  /** Of a revert: the contract as it was read just before applying. */
  original: contractSchema.optional(),
  /** Of a suspended one: the contract that was read instead of the reviewed one. */
  found: contractSchema.optional(),
});

export type PlannedStep = z.infer<typeof plannedStepSchema>;

export const plannedChangeSchema = z.object({
  plannedChangeID: z.string(),
  environment: environmentSchema,
  customerID: z.string(),
  companyName: z.string().optional(),
  change,
  /** The other member of the contract, changed once the first is verified. */
  // biome-ignore lint/suspicious/noThenProperty: the interface names it so, and it is never a function
  then: change.optional(),
  /** When the first step is due. */
  at: z.string(),
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
  /** The end of a temporary change, and the same as it was chosen. */
  until: z.string().optional(),
  untilLocal: z.string().optional(),
  untilZone: z.string().optional(),
  untilOffset: z.string().optional(),
  state: z.enum(plannedStates),
  /** When the next step is due; absent if none is. */
  nextAt: z.string().optional(),
  /** Why the whole is suspended, missed, failed or over. */
  stateReason: plannedReasonSchema.optional(),
  steps: z.array(plannedStepSchema),
  /** What the person gave as the reason. */
  reason: z.string().optional(),
  ticket: z.string().optional(),
  requestedBy: person,
  /** The person whose permission to change contracts is checked when it runs. */
  responsible: person,
  /** The digest that the approval covers, hexadecimal; it changes with every edit. */
  digest: z.string(),
  /** Counts edits, from 1. */
  version: z.number(),
  /** The contract on which it was reviewed last. */
  expected: contractSchema,
  /**
   * Its request for approval: present if a second person must approve this digest or the bulk change that planned it, or
   * has done so.
   */
  approval: z
    .object({
      approvalID: z.string(),
      state: z.enum(approvalStates),
      expiresAt: z.string().optional(),
      decidedBy: person.optional(),
      decidedAt: z.string().optional(),
      reason: z.string().optional(),
      /** Present if an administrator released it alone. */
      emergency: z.literal(true).optional(),
    })
    .optional(),
  /** True while all planned changes of its environment are frozen. */
  held: z.literal(true).optional(),
  /** The actions that a person with the permission can take now. */
  actions: z.array(z.enum(plannedActions)),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the last step became final. */
  finishedAt: z.string().optional(),
});

export type PlannedChange = z.infer<typeof plannedChangeSchema>;

/** The answer of `POST /api/{environment}/planned`, of its steps, and of `GET …/planned/{plannedChangeID}`. */
export const plannedAnswerSchema = z.object({ plannedChange: plannedChangeSchema });

/** Whether all planned changes of an environment are held, and by whom. */
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

/** The answer of `POST /api/{environment}/hold`. */
export const plannedHoldAnswerSchema = z.object({ hold: plannedHoldSchema });
