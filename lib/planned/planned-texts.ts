import type { PlannedState, PlannedStepState } from "#lib/contract/operations/planned.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

export const plannedStateNames: Readonly<Record<PlannedState | PlannedStepState, string>> = {
  "awaiting-approval": "Awaiting approval",
  scheduled: "Scheduled",
  claimed: "Running",
  done: "Done",
  failed: "Failed",
  unknown: "Outcome unknown",
  suspended: "Suspended",
  missed: "Missed",
  cancelled: "Cancelled",
  rejected: "Rejected",
  expired: "Expired",
};

export const plannedStatusTexts = {
  /** The state of a temporary change that is in effect now and has not ended yet. */
  applied: "In effect, ends later",
  held: "Frozen",
} as const;

/** The new value in words, such as `plan to Professional`. */
export function plannedValue(change: BulkChange): string {
  const member = changedMember(change);
  return `${member} to ${contractValueName(member, changedValue(change))}`;
}

type Planned = { change: BulkChange; then?: BulkChange | undefined; until?: string | undefined };

/** The title of a planned change, such as `Change plan to Professional, then term to 12 months, temporarily`. */
export function plannedHeading({ change, then, until }: Planned): string {
  const second = then ? `, then ${plannedValue(then)}` : "";
  return `Change ${plannedValue(change)}${second}${until === undefined ? "" : ", temporarily"}`;
}
