import { dayMs } from "#lib/contract/values/calendar.ts";

const minuteMs = 60_000;

/** A planned change is at least this far ahead, in milliseconds, and at most `maxAheadMs`. */
export const minAheadMs = 2 * minuteMs;
export const maxAheadMs = 365 * dayMs;

/** How many planned changes may be open at once: in an environment, and of one responsible person in all of them. */
export const maxOpenPlanned = 500;
export const maxOpenPlannedOfPerson = 50;

/** What a step does: bring the change about, or take it back at the end of a temporary one. */
export const plannedStepKinds = ["apply", "revert"] as const;

export type PlannedStepKind = (typeof plannedStepKinds)[number];

/**
 * Where a step stands. `scheduled`: waits for its time. `claimed`: its operation is in progress. `done`: its value is
 * verified, or was there already when a revert came. `failed`: it came to nothing. `unknown`: the answer to its
 * operation was lost; only checking settles it. `suspended`: held back until a person reviews it. `missed`: nothing ran
 * before its latest time. `cancelled`: it never runs.
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

/** Where a whole planned change stands; `rejected` and `expired` say how the wait for an approval ended. */
export const plannedStates = [...plannedStepStates, "rejected", "expired"] as const;

export type PlannedState = (typeof plannedStates)[number];

/** States in which nothing more happens, and that never change again. */
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

/** States that wait for a person. */
export const attentionPlannedStates = [
  "awaiting-approval",
  "unknown",
  "suspended",
  "missed",
] as const satisfies PlannedState[];

/** Why a step or a whole planned change is as it is; the message beside it says it in words. */
export const plannedReasonCodes = [
  /** The contract that was read is not the reviewed one: `found` beside it is what was read. */
  "contract-changed",
  /** Somebody changed the contract through the console. The `operationID` next to this code names the operation. */
  "changed-here",
  /** The responsible person may no longer change contracts. */
  "right-lost",
  /** The zone's rules have changed: its local time is another instant now. */
  "zone-changed",
  /** The API refuses the console's key. */
  "key-refused",
  /** The operation was ready to be sent, and nothing left the console. */
  "not-sent",
  /** The customer was not found. */
  "customer-missing",
  /** Nothing ran before its latest time. */
  "too-late",
  /** The API refused the change, or its job failed. */
  "refused",
  /** Accepted, and the value is not in force. */
  "not-verified",
  /** Nothing was sent yet, and it will be tried again. */
  "waits",
  /** The value was there already; nothing was sent. */
  "already",
  /** A step before it came to nothing, so it ended with it. */
  "ended-with",
  /** A person cancelled it, rejected it, or keeps the change for good. */
  "person",
  "kept",
] as const;

export type PlannedReasonCode = (typeof plannedReasonCodes)[number];

/** What a person can do with a planned change at this moment: computed by the server, so that no page decides it. */
export const plannedActions = ["cancel", "reschedule", "resume", "revert-now", "keep", "take-over"] as const;

export type PlannedAction = (typeof plannedActions)[number];

/** What a list of planned changes can be sorted by: the next time that something is due, or when they were made. */
export const plannedSorts = ["at", "createdAt"] as const;
