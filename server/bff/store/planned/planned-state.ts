import { createHash } from "node:crypto";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { PlannedState, PlannedStepState } from "#lib/contract/operations/planned.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import type { StoredPlanned, StoredPlannedStep, StoredReason } from "./planned-rows.ts";

/** States of steps that can still be sent or settled. */
const openStates: ReadonlySet<PlannedStepState> = new Set([
  ...(["awaiting-approval", "scheduled", "claimed", "unknown", "suspended", "missed"] as const),
]);

/** States in which a step continues without a person. A person can decide only after the step has left these states. */
const busyStates: ReadonlySet<PlannedStepState> = new Set(["claimed", "unknown"]);

export const isOpenStep = ({ state }: StoredPlannedStep) => openStates.has(state);

export const isBusyStep = ({ state }: StoredPlannedStep) => busyStates.has(state);

/** True for an open step that is neither in progress nor unknown. A person can still decide about such a step. */
export const isPendingStep = (step: StoredPlannedStep) => isOpenStep(step) && !isBusyStep(step);

export const appliesOf = ({ steps }: Pick<StoredPlanned, "steps">) => steps.filter(({ kind }) => kind === "apply");

export const revertsOf = ({ steps }: Pick<StoredPlanned, "steps">) => steps.filter(({ kind }) => kind === "revert");

/** The apply step that a revert belongs to. */
export const appliedBy = ({ steps }: Pick<StoredPlanned, "steps">, { revertOf }: StoredPlannedStep) =>
  steps.find(({ position }) => position === revertOf);

/** The reverts that must still run, because their apply step was verified. */
export const owedReverts = (planned: Pick<StoredPlanned, "steps">) =>
  revertsOf(planned).filter((step) => isPendingStep(step) && appliedBy(planned, step)?.state === "done");

/** The planned change has the first state of this list that at least one of its steps has. */
const deciding = ["awaiting-approval", "unknown", "suspended", "missed", "claimed", "scheduled"] as const;

/** The state of the planned change, computed from its steps. */
export function wholeState(planned: Pick<StoredPlanned, "steps">): PlannedState {
  const found = deciding.find((state) => planned.steps.some((step) => step.state === state));
  if (found) return found;
  if (planned.steps.some(({ state }) => state === "failed")) return "failed";
  return appliesOf(planned).every(({ state }) => state === "done") ? "done" : "cancelled";
}

/** True for a scheduled step that need not wait for an earlier step. */
export function isReady(planned: Pick<StoredPlanned, "steps">, step: StoredPlannedStep): boolean {
  if (step.state !== "scheduled") return false;
  const applies = appliesOf(planned);
  if (step.kind === "apply") {
    return applies.every(({ position, state }) => position >= step.position || state === "done");
  }
  if (appliedBy(planned, step)?.state !== "done" || applies.some(isBusyStep)) return false;
  const earlier = revertsOf(planned).filter(({ position }) => position < step.position);
  return earlier.every((one) => !isBusyStep(one) && one.state !== "scheduled");
}

/** When the next step that is scheduled or awaits approval is due. Null if there is no such step. */
export function nextAtOf({ steps }: Pick<StoredPlanned, "steps">): number | null {
  const waiting = steps.filter(({ state }) => state === "scheduled" || state === "awaiting-approval");
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ time }) => time.atMs));
}

/** The sort key of lists: when the first open step is due. If no step is open, when the last step was due. */
export function sortAtOf({ steps, at }: Pick<StoredPlanned, "steps" | "at">): number {
  const open = steps.filter(isOpenStep);
  if (open.length > 0) return Math.min(...open.map(({ time }) => time.atMs));
  return Math.max(at.atMs, ...steps.filter(({ state }) => state !== "cancelled").map(({ time }) => time.atMs));
}

/** The SHA-256 of everything that a person has decided. An approval is valid only for one digest. */
export function digestOf(planned: Omit<StoredPlanned, "digest" | "state">): string {
  const { plannedChangeID, environment, customerID, change, second, at, until, reason, ticket, expected } = planned;
  const { ofView } = planned;
  const value = (one: BulkChange | null) => one && [changedMember(one), changedValue(one)];
  const time = (time: StoredPlanned["at"] | null) => time && [time.atMs, time.local, time.zone, time.offset];
  const text = JSON.stringify([
    plannedChangeID,
    environment,
    customerID,
    value(change),
    value(second),
    time(at),
    time(until),
    reason,
    ticket,
    planned.graceMs,
    planned.version,
    planned.requestedBy.staffID,
    planned.responsible.staffID,
    expected.term ?? null,
    expected.plan ?? null,
    // Absent without a view, so that the digests of other planned changes stay the same.
    ...(ofView ? [ofView.viewID, ofView.query, ofView.staffID] : []),
  ]);
  return createHash("sha256").update(text).digest("hex");
}

/**
 * True if the planned change may run. Its content must match its digest. If it needs an approval, the approval must be
 * for this digest.
 */
export function isReleased(planned: StoredPlanned): boolean {
  if (digestOf(planned) !== planned.digest) return false;
  const { approval } = planned;
  if (approval === null) return true;
  // The approval of a bulk change also covers the planned changes that the bulk change created. After a person edits a
  // planned change, that approval no longer covers it.
  return approval.state === "approved" && (approval.kind === "bulk" || approval.digest === planned.digest);
}

/** Applies a change to a contract. */
export function changedContract(contract: Contract, change: BulkChange): Contract {
  return { ...contract, [changedMember(change)]: changedValue(change) };
}

/** A copy of the planned change in which `change` was applied to every step. */
export const withSteps = (
  planned: StoredPlanned,
  change: (step: StoredPlannedStep) => StoredPlannedStep,
): StoredPlanned => ({ ...planned, steps: planned.steps.map(change) });

/** A copy of the step with a new state and the reason for the new state. */
export const moved = (
  step: StoredPlannedStep,
  state: PlannedStepState,
  reason: StoredReason | null,
): StoredPlannedStep => ({ ...step, state, reason, retryAt: null });

/**
 * Cancels dependent steps after a transition: apply steps after a failed or cancelled apply step, and reverts whose
 * apply step failed, was cancelled or was missed. Then updates the state of the planned change. Called after every
 * transition.
 */
export function settleDependents(before: StoredPlanned, planned: StoredPlanned, nowMs: number): StoredPlanned {
  const ended = (message: string): StoredReason => ({ code: "ended-with", message, atMs: nowMs });
  const failed = appliesOf(planned).find(({ state }) => state === "failed" || state === "cancelled");
  const first = withSteps(planned, (step) => {
    if (step.kind !== "apply" || !isPendingStep(step) || !failed || failed.position > step.position) return step;
    return moved(step, "cancelled", ended("The change before it did not take effect, so this one is not made."));
  });
  const second = withSteps(first, (step) => {
    if (step.kind !== "revert" || !isPendingStep(step)) return step;
    const state = appliedBy(first, step)?.state;
    if (state !== "failed" && state !== "cancelled" && state !== "missed") return step;
    return moved(step, "cancelled", ended("There is nothing to revert: the change was not made."));
  });
  // If a revert had to wait for an earlier step, its grace period begins when the revert no longer has to wait.
  const next = withSteps(second, (step) => {
    const was = before.steps.find(({ stepID }) => stepID === step.stepID);
    const hasWaited = step.kind === "revert" && was !== undefined && !isReady(before, was);
    if (!hasWaited || !isReady(second, step)) return step;
    return { ...step, notAfter: Math.max(step.notAfter, nowMs + planned.graceMs) };
  });
  return finished(next, nowMs);
}

/** Computes the state of the planned change from its steps. If no step is open, also sets the time of the end. */
function finished(planned: StoredPlanned, nowMs: number): StoredPlanned {
  const isDecided = planned.state === "rejected" || planned.state === "expired";
  const state = isDecided ? planned.state : wholeState(planned);
  const isOpen = planned.steps.some(isOpenStep);
  const stateReason = planned.steps.find((step) => step.state === state && step.reason)?.reason ?? null;
  return {
    ...planned,
    state,
    stateReason: isDecided ? planned.stateReason : stateReason,
    updatedAt: nowMs,
    finishedAt: planned.finishedAt ?? (isOpen ? null : nowMs),
  };
}
