import { dayMs, minuteMs } from "#lib/contract/values/time-units.ts";

/** The minimum and the maximum time from now to a planned change, in milliseconds. */
export const minAheadMs = 2 * minuteMs;
export const maxAheadMs = 365 * dayMs;

/**
 * `maxOpenPlanned`: the maximum number of open planned changes per environment. `maxOpenPlannedOfPerson`: the maximum
 * number per responsible person, over all environments.
 */
export const maxOpenPlanned = 500;
export const maxOpenPlannedOfPerson = 50;

/** The kinds of steps. `apply`: makes the change. `revert`: undoes the change when a temporary change ends. */
export const plannedStepKinds = ["apply", "revert"] as const;

export type PlannedStepKind = (typeof plannedStepKinds)[number];

/**
 * The states of a step.
 * - `scheduled`: the step waits for its time.
 * - `claimed`: the operation of the step is in progress.
 * - `done`: the new value is verified, or a revert found that the contract already had the value.
 * - `failed`: the step had no effect.
 * - `unknown`: the answer to the operation was lost, and only a check can find the result.
 * - `suspended`: the step waits until a person reviews it.
 * - `missed`: nothing was sent before the latest time of the step.
 * - `cancelled`: the step never runs.
 */
export const plannedStepStates = [
  "awaiting-approval",
  "scheduled",
  "claimed",
  "done",
  "failed",
  "unknown",
  "suspended",
  "missed",
  "cancelled",
] as const;

export type PlannedStepState = (typeof plannedStepStates)[number];

/**
 * The states of a planned change as a whole. `rejected` and `expired`: the planned change needed an approval and did
 * not get it.
 */
export const plannedStates = [...plannedStepStates, "rejected", "expired"] as const;

export type PlannedState = (typeof plannedStates)[number];

/** The final states. A planned change in one of these states never changes again. */
export const finalPlannedStates = [
  "done",
  "failed",
  "cancelled",
  "rejected",
  "expired",
] as const satisfies PlannedState[];

export function isFinalPlanned(state: PlannedState): boolean {
  return (finalPlannedStates as readonly PlannedState[]).includes(state);
}

/** The states in which a planned change waits for a person. */
export const attentionPlannedStates = [
  "awaiting-approval",
  "unknown",
  "suspended",
  "missed",
] as const satisfies PlannedState[];

/** Why a step or a planned change is in its state. The message next to the code says the same in a sentence. */
export const plannedReasonCodes = [
  /** The current contract differs from the reviewed contract. `found` is the current contract. */
  "contract-changed",
  /** The customer is no longer in the view whose customers were planned. `found` is the current contract. */
  "left-view",
  /** The view was edited or deleted, or it is not known whether the customer is still in the view. */
  "view-changed",
  /** Somebody changed the contract in the console. `operationID` names the operation of this change. */
  "changed-here",
  /** The responsible person may no longer change contracts. */
  "right-lost",
  /** The rules of the time zone have changed, so the local time now means a different instant. */
  "zone-changed",
  /** The API refuses the console's key. */
  "key-refused",
  /** The operation was ready, but the console stopped before it sent anything. */
  "not-sent",
  /** The customer was not found. */
  "customer-missing",
  /** Nothing was sent before the step's latest time. */
  "too-late",
  /** The API refused the change, or its job failed. */
  "refused",
  /** The API accepted the change, but the contract that was read later did not have the new value. */
  "not-verified",
  /** Nothing has been sent yet. The console will try the step again. */
  "waits",
  /** The contract already had the value, so nothing was sent. */
  "already",
  /** An earlier step failed or was cancelled, so this step ended too. */
  "ended-with",
  /**
   * `person`: a person cancelled or rejected the step. `kept`: a person decided to keep the temporary change
   * permanently.
   */
  "person",
  "kept",
] as const;

export type PlannedReasonCode = (typeof plannedReasonCodes)[number];

/**
 * The actions that a person can take on a planned change now. The server computes them, so pages contain no rules for
 * this.
 */
export const plannedActions = ["cancel", "reschedule", "resume", "revert-now", "keep", "take-over"] as const;

export type PlannedAction = (typeof plannedActions)[number];

/** The orders of the list of planned changes: by the next due time, or by the time of creation. */
export const plannedSorts = ["at", "createdAt"] as const;
