import type { Contract } from "#lib/contract/customers/customer.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { changedMember } from "#lib/contract/values/operations/bulk-states.ts";
import type { StoredPlanned, StoredPlannedStep, StoredReason } from "./planned-rows.ts";
import {
  appliedBy,
  changedContract,
  isBusyStep,
  isPendingStep,
  isReady,
  isReleased,
  moved,
  revertsOf,
  settleDependents,
  withSteps,
} from "./planned-state.ts";

// The transitions that the worker makes. Each function returns the new planned change. It returns null if the step is
// no longer in the expected state, because another process has changed it.

type Reason = Pick<StoredReason, "code" | "message" | "operationID">;

function moveStep(
  planned: StoredPlanned,
  stepID: string,
  from: readonly StoredPlannedStep["state"][],
  nowMs: number,
  change: (step: StoredPlannedStep) => StoredPlannedStep,
): StoredPlanned | null {
  const step = planned.steps.find((one) => one.stepID === stepID);
  if (!step || !from.includes(step.state)) return null;
  return settleDependents(
    planned,
    withSteps(planned, (one) => (one === step ? change(step) : one)),
    nowMs,
  );
}

/**
 * Why a step may not begin now. Undefined if it may begin. `isFrozen` is true if a freeze of the environment stops the
 * step.
 */
export function startBlock(
  planned: StoredPlanned,
  stepID: string,
  { nowMs, isFrozen }: { nowMs: number; isFrozen: boolean },
): "moved" | "early" | "late" | "frozen" | "not-approved" | undefined {
  const step = planned.steps.find((one) => one.stepID === stepID);
  if (!step || !isReady(planned, step)) return "moved";
  if (nowMs < Math.max(step.time.atMs, step.retryAt ?? 0)) return "early";
  if (nowMs > step.notAfter) return "late";
  if (isFrozen) return "frozen";
  // A revert needs no approval. If it did not run, a temporary value would become permanent, which is worse.
  return step.kind === "revert" || isReleased(planned) ? undefined : "not-approved";
}

/** Moves a scheduled step to `claimed`. The operation of the step is recorded in the same transaction. */
export function claimed(
  planned: StoredPlanned,
  stepID: string,
  operationID: string,
  nowMs: number,
): StoredPlanned | null {
  return moveStep(planned, stepID, ["scheduled"], nowMs, (step) => ({
    ...moved(step, "claimed", null),
    operationID,
    attempt: step.attempt + 1,
    found: null,
  }));
}

/** The result of a step's operation. */
export type StepOutcome =
  /** The value is verified. `before` is the contract that was read just before sending. */
  | { kind: "done"; before: Contract | null }
  | { kind: "failed"; reason: Reason }
  | { kind: "unknown"; reason: Reason }
  | { kind: "suspended"; reason: Reason; found?: Contract | undefined }
  /** Nothing was sent. The step is retried at `retryAt`. */
  | { kind: "waits"; reason: Reason; retryAt: number };

/** Sets the state of a step from the result of its operation. The step must be `claimed` or `unknown`. */
export function settledStep(
  planned: StoredPlanned,
  stepID: string,
  outcome: StepOutcome,
  nowMs: number,
): StoredPlanned | null {
  const reason = outcome.kind === "done" ? null : { ...outcome.reason, atMs: nowMs };
  switch (outcome.kind) {
    case "done":
      return moveStep(verified(planned, stepID, outcome.before), stepID, ["claimed", "unknown"], nowMs, (step) =>
        moved(step, "done", null),
      );
    case "failed":
      return moveStep(planned, stepID, ["claimed", "unknown"], nowMs, (step) => moved(step, "failed", reason));
    case "unknown":
      return moveStep(planned, stepID, ["claimed"], nowMs, (step) => moved(step, "unknown", reason));
    case "suspended":
      return moveStep(planned, stepID, ["claimed", "unknown"], nowMs, (step) => ({
        ...moved(step, "suspended", reason),
        found: outcome.found ?? null,
      }));
    case "waits":
      return moveStep(planned, stepID, ["claimed"], nowMs, (step) =>
        nowMs > step.notAfter
          ? moved(step, "missed", { code: "too-late", message: missedMessage, atMs: nowMs })
          : { ...moved(step, "scheduled", reason), retryAt: outcome.retryAt },
      );
  }
}

/**
 * Updates the remaining reverts after a step was verified. Sets the contract that each revert restores, and the
 * contract from which it starts.
 */
function verified(planned: StoredPlanned, stepID: string, before: Contract | null): StoredPlanned {
  const step = planned.steps.find((one) => one.stepID === stepID);
  if (!step) return planned;
  const read = before ?? step.reviewed ?? planned.expected;
  const now = changedContract(read, step.change);
  return withSteps(planned, (one) => {
    if (one.kind !== "revert" || !isPendingStep(one)) return one;
    if (one.revertOf !== step.position) return { ...one, reviewed: now };
    const member = changedMember(step.change);
    const value = read[member];
    const back: BulkChange = value === undefined ? one.change : member === "plan" ? { plan: value } : { term: value };
    return { ...one, reviewed: now, original: read, change: back };
  });
}

const missedMessage = "Nothing ran before its latest time, so nothing was sent.";

/**
 * Marks scheduled steps as missed if their latest time has passed. Reverts that still wait for an earlier step are not
 * marked.
 */
export function missed(planned: StoredPlanned, nowMs: number): StoredPlanned | null {
  const isMissed = (step: StoredPlannedStep) =>
    step.state === "scheduled" && nowMs > step.notAfter && (step.kind === "apply" || isReady(planned, step));
  if (!planned.steps.some(isMissed)) return null;
  const reason = { code: "too-late", message: missedMessage, atMs: nowMs } as const;
  return settleDependents(
    planned,
    withSteps(planned, (step) => (isMissed(step) ? moved(step, "missed", reason) : step)),
    nowMs,
  );
}

/** Suspends a scheduled step that has no recorded operation yet. If the contract was read, stores the contract. */
export function suspendedStep(
  planned: StoredPlanned,
  stepID: string,
  reason: Reason,
  nowMs: number,
  found?: Contract,
): StoredPlanned | null {
  return moveStep(planned, stepID, ["scheduled"], nowMs, (step) => ({
    ...moved(step, "suspended", { ...reason, atMs: nowMs }),
    found: found ?? null,
  }));
}

/** Keeps a step scheduled because its contract could not be read. The step is retried at `retryAt`. */
export function waitingStep(
  planned: StoredPlanned,
  stepID: string,
  reason: Reason,
  retryAt: number,
  nowMs: number,
): StoredPlanned | null {
  return moveStep(planned, stepID, ["scheduled"], nowMs, (step) => ({
    ...step,
    reason: { ...reason, atMs: nowMs },
    retryAt,
    attempt: step.attempt + 1,
  }));
}

/** Marks a scheduled revert as done without sending anything, because the contract already has the original value. */
export function alreadyReverted(
  planned: StoredPlanned,
  stepID: string,
  found: Contract,
  nowMs: number,
): StoredPlanned | null {
  const reason = { code: "already", message: "The contract had this value already. Nothing was sent.", atMs: nowMs };
  // The operation of an earlier attempt sent nothing, so it did not cause this result. The step is no longer linked to
  // that operation.
  return moveStep(withReviewed(planned, found), stepID, ["scheduled"], nowMs, (step) => ({
    ...moved(step, "done", reason as StoredReason),
    operationID: null,
  }));
}

/** Stores the current contract as the reviewed contract of every revert that must still run. */
export const withReviewed = (planned: StoredPlanned, contract: Contract): StoredPlanned =>
  withSteps(planned, (step) => (isPendingStep(step) && isOwed(planned, step) ? { ...step, reviewed: contract } : step));

/** Suspends scheduled steps. `applies`: only apply steps. `all`: also the reverts whose apply step has run. */
export function suspended(
  planned: StoredPlanned,
  which: "applies" | "all",
  reason: Reason,
  nowMs: number,
): StoredPlanned | null {
  const isMeant = (step: StoredPlannedStep) =>
    step.state === "scheduled" && (step.kind === "apply" || (which === "all" && isOwed(planned, step)));
  if (!planned.steps.some(isMeant)) return null;
  const why = { ...reason, atMs: nowMs };
  return settleDependents(
    planned,
    withSteps(planned, (step) => (isMeant(step) ? moved(step, "suspended", why) : step)),
    nowMs,
  );
}

/**
 * Suspends steps that were due before the store was restored. Such a step may have run, or may have been approved,
 * after the backup was made. Only the current contract can show whether a step has run. Null if no step was due.
 */
export function suspendedByRestore(planned: StoredPlanned, message: string, nowMs: number): StoredPlanned | null {
  const isExpired = nowMs > (planned.approval?.expiresAt ?? Number.POSITIVE_INFINITY);
  const isDue = (step: StoredPlannedStep) => nowMs >= step.time.atMs;
  const isMeant = (step: StoredPlannedStep) =>
    (step.state === "awaiting-approval" && (isExpired || isDue(step))) ||
    (step.state === "scheduled" && isDue(step) && (step.kind === "apply" || isOwed(planned, step)));
  if (!planned.steps.some(isMeant)) return null;
  const why = { code: "not-verified", message, atMs: nowMs } as const;
  const next = withSteps(planned, (step) => (isMeant(step) ? moved(step, "suspended", why) : step));
  const isAsked = next.steps.some(({ state }) => state === "awaiting-approval");
  // If no step waits for approval any longer, the approval request is removed. If an approval is needed, the next
  // review creates a new request.
  return settleDependents(planned, isAsked ? next : { ...next, approval: null }, nowMs);
}

/**
 * True for a revert whose apply step has run. Before that, no contract can be reviewed for the revert, so the revert
 * waits.
 */
const isOwed = (planned: StoredPlanned, step: StoredPlannedStep) =>
  step.kind === "revert" && appliedBy(planned, step)?.state === "done";

/** Marks a planned change that waits for approval as expired. */
export function expired(planned: StoredPlanned, nowMs: number): StoredPlanned | null {
  const { approval } = planned;
  if (approval?.state !== "waiting" || planned.state !== "awaiting-approval" || nowMs <= approval.expiresAt)
    return null;
  const reason = { code: "too-late", message: "Nobody approved it in time. Nothing was sent.", atMs: nowMs } as const;
  return closeUndecided(planned, "expired", { ...approval, state: "expired" }, reason, nowMs);
}

/**
 * Closes steps that were not approved. If a part of the planned change was already applied, its reverts stay scheduled.
 */
export function closeUndecided(
  planned: StoredPlanned,
  state: "rejected" | "expired" | "cancelled",
  approval: NonNullable<StoredPlanned["approval"]>,
  reason: StoredReason,
  nowMs: number,
): StoredPlanned {
  const isApplied = planned.steps.some((step) => step.kind === "apply" && step.state === "done");
  const ended = withSteps(planned, (step) =>
    isPendingStep(step) && !isOwed(planned, step) ? moved(step, "cancelled", reason) : step,
  );
  return settleDependents(
    planned,
    isApplied ? { ...ended, approval } : { ...ended, state, stateReason: reason, approval },
    nowMs,
  );
}

/**
 * Compares the current contract with a revert. `already`: the value is already restored. `ours`: only the console's own
 * changes and reverts have changed the contract since the change was applied. `other`: somebody else has changed the
 * contract.
 */
export function compareForRevert(
  planned: Pick<StoredPlanned, "steps">,
  step: StoredPlannedStep,
  read: Contract,
): "ours" | "already" | "other" {
  const member = changedMember(step.change);
  if (read[member] === step.original?.[member]) return "already";
  const olds = revertsOf(planned).filter((one) => one.original !== null && !isBusyStep(one));
  const isKnown = (name: "term" | "plan") =>
    read[name] === step.reviewed?.[name] ||
    olds.some(({ change, original }) => changedMember(change) === name && read[name] === original?.[name]);
  return read[member] === step.reviewed?.[member] && isKnown("term") && isKnown("plan") ? "ours" : "other";
}
