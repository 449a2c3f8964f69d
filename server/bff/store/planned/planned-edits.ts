import type { Contract } from "#lib/contract/customers/customer.ts";
import type { PlannedAction } from "#lib/contract/operations/planned.ts";
import { type ApprovalReason, approvalWaitMs } from "#lib/contract/values/operations/approval-states.ts";
import { type BulkChange, changedMember } from "#lib/contract/values/operations/bulk-states.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import type { ChosenTime, PlannedApproval, StoredPlanned, StoredPlannedStep, StoredReason } from "./planned-rows.ts";
import {
  appliesOf,
  changedContract,
  digestOf,
  isBusyStep,
  isOpenStep,
  isPendingStep,
  moved,
  owedReverts,
  settleDependents,
  withSteps,
} from "./planned-state.ts";
import { closeUndecided } from "./planned-transitions.ts";

// The transitions that a person can start. `possibleActions` returns the actions that are currently possible. All other
// functions assume that their transition is possible.

/** The actions that are currently possible. */
export function possibleActions(planned: StoredPlanned): PlannedAction[] {
  const { steps, state, finishedAt } = planned;
  if (finishedAt !== null) return [];
  const isBusy = steps.some(isBusyStep);
  const isRunning = steps.some((step) => step.state === "claimed");
  const hasPending = steps.some(isPendingStep);
  const isWaiting = state === "awaiting-approval";
  const isHalted = steps.some((step) => step.state === "suspended" || step.state === "missed");
  const owed = owedReverts(planned);
  const isUnknown = steps.some((step) => step.state === "unknown");
  const possible: Record<PlannedAction, boolean> = {
    cancel: !isBusy && hasPending && owed.length === 0,
    reschedule: !isBusy && !isHalted && hasPending,
    resume: !isBusy && (isHalted || isWaiting),
    "revert-now": !isBusy && owed.length > 0,
    keep: !isRunning && (owed.length > 0 || isUnknown),
    "take-over": true,
  };
  return (Object.keys(possible) as PlannedAction[]).filter((action) => possible[action]);
}

/** The values that a person chooses when planning a change or reviewing it again. */
export interface PlanDecision {
  at: ChosenTime;
  until: ChosenTime | null;
  expected: Contract;
  graceMs: number;
  responsible: StoredPlanned["responsible"];
  reason: string | null;
  ticket: string | null;
  /** The approval rules that apply. Empty: no approval is needed. */
  why: readonly ApprovalReason[];
}

type NewIDs = () => string;

/** Creates a planned change. */
export function newPlanned(
  plan: Pick<StoredPlanned, "plannedChangeID" | "environment" | "customerID" | "companyName" | "change" | "second"> &
    Partial<Pick<StoredPlanned, "ofView">>,
  decision: PlanDecision,
  nowMs: number,
  newID: NewIDs,
  /**
   * The approval of the bulk change that creates this planned change. Null if the bulk change was not approved by a
   * second person.
   */
  approved: PlannedApproval | null = null,
): StoredPlanned {
  const { why, ...decided } = decision;
  const bare = {
    ...plan,
    ofView: plan.ofView ?? null,
    ...decided,
    stateReason: null,
    approval: null,
    requestedBy: decision.responsible,
    version: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
    finishedAt: null,
    steps: [],
  };
  const planned: StoredPlanned = { ...bare, state: "scheduled", digest: digestOf(bare) };
  const steps = stepsFrom(planned, 1, newID);
  if (approved) return settleDependents(planned, { ...planned, steps, approval: approved }, nowMs);
  return waitForApproval({ ...planned, steps }, why, nowMs, newID);
}

/** Creates new steps for all positions from `from` on. New steps have no operation. */
function stepsFrom(planned: StoredPlanned, from: number, newID: NewIDs): StoredPlannedStep[] {
  const { at, until, graceMs } = planned;
  const changes = planned.second ? [planned.change, planned.second] : [planned.change];
  const bare = { retryAt: null, state: "scheduled", attempt: 0, found: null, reason: null, operationID: null } as const;
  let contract = planned.expected;
  const applies = changes.map((change, index): StoredPlannedStep => {
    const reviewed = contract;
    contract = changedContract(contract, change);
    const notAfter = Math.min(at.atMs + graceMs, until ? until.atMs : Number.MAX_SAFE_INTEGER);
    return {
      ...bare,
      stepID: newID(),
      position: index + 1,
      kind: "apply",
      change,
      revertOf: null,
      time: at,
      notAfter,
      reviewed,
      original: null,
    };
  });
  if (!until) return applies.slice(from - 1);
  // Reverts run in the reverse order of the changes.
  const reverts = applies.toReversed().map((apply, index): StoredPlannedStep => {
    const member = changedMember(apply.change);
    return {
      ...bare,
      stepID: newID(),
      position: applies.length + index + 1,
      kind: "revert",
      revertOf: apply.position,
      change: { [member]: planned.expected[member] } as BulkChange,
      time: until,
      notAfter: until.atMs + graceMs,
      reviewed: null,
      original: null,
    };
  });
  return [...applies, ...reverts].slice(from - 1);
}

/** Requests an approval if one is needed. Only apply steps wait for this approval. */
function waitForApproval(
  planned: StoredPlanned,
  why: readonly ApprovalReason[],
  nowMs: number,
  newID: NewIDs,
): StoredPlanned {
  const open = appliesOf(planned).filter(isPendingStep);
  const [first] = open;
  if (!first || why.length === 0) return settleDependents(planned, { ...planned, approval: null }, nowMs);
  const approval: PlannedApproval = {
    approvalID: newID(),
    kind: "planned",
    digest: planned.digest,
    state: "waiting",
    why: [...why],
    expiresAt: Math.min(nowMs + approvalWaitMs, first.notAfter),
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    isEmergency: false,
  };
  // Reverts of a change that is already applied continue. Only apply steps wait for the approval.
  const waiting = withSteps(planned, (step) =>
    step.state === "scheduled" && step.kind === "apply" ? { ...step, state: "awaiting-approval" } : step,
  );
  return settleDependents(planned, { ...waiting, approval }, nowMs);
}

/**
 * A planned change that is waiting for approval must continue to wait, even if the rule was switched off in the
 * meantime.
 */
function reasonsOf({ state }: StoredPlanned, why: readonly ApprovalReason[]): readonly ApprovalReason[] {
  return why.length === 0 && state === "awaiting-approval" ? ["requested"] : why;
}

/** Replaces the decision. The version and the digest change, so an earlier approval is no longer valid. */
function decidedAgain(planned: StoredPlanned, decision: Partial<PlanDecision>): StoredPlanned {
  const { why: _why, ...decided } = decision;
  const next = { ...planned, ...decided, version: planned.version + 1 };
  return { ...next, digest: digestOf(next) };
}

const releaseWaiting = (step: StoredPlannedStep): StoredPlannedStep =>
  step.state === "awaiting-approval" ? { ...step, state: "scheduled" } : step;

/** Changes the times of steps that have not run yet. */
export function rescheduled(
  planned: StoredPlanned,
  decision: PlanDecision,
  nowMs: number,
  newID: NewIDs,
): StoredPlanned {
  const next = decidedAgain(planned, decision);
  const { at, until, graceMs } = next;
  const notAfter = Math.min(at.atMs + graceMs, until ? until.atMs : Number.MAX_SAFE_INTEGER);
  const timed = withSteps(next, (step) => {
    if (!isPendingStep(step)) return step;
    const free = { ...releaseWaiting(step), retryAt: null };
    if (step.kind === "apply") return { ...free, time: at, notAfter };
    return until ? { ...free, time: until, notAfter: until.atMs + graceMs } : free;
  });
  const isApplying = appliesOf(timed).some(isPendingStep);
  return waitForApproval(timed, isApplying ? reasonsOf(planned, decision.why) : [], nowMs, newID);
}

/**
 * Schedules a planned change again after it was suspended, missed or waiting for approval. A person has reviewed the
 * contract again. The remaining steps are replaced by new steps, so that earlier operations stay with the earlier
 * steps.
 */
export function resumed(planned: StoredPlanned, decision: PlanDecision, nowMs: number, newID: NewIDs): StoredPlanned {
  // A person has reviewed this customer, so the change no longer depends on the view.
  const next = decidedAgain({ ...planned, ofView: null }, decision);
  const fresh = new Map(stepsFrom(next, 1, newID).map((step) => [step.position, step]));
  let contract = decision.expected;
  const steps = planned.steps.map((step): StoredPlannedStep => {
    const renewed = fresh.get(step.position);
    if (!renewed) return step;
    if (step.kind === "apply") {
      if (!isPendingStep(step) && !wasEndedWith(step)) return step;
      const reviewed = contract;
      contract = changedContract(contract, step.change);
      return { ...renewed, reviewed };
    }
    const apply = planned.steps.find(({ position }) => position === step.revertOf);
    // The change is already applied, so this revert keeps the original contract that it restores. The person has just
    // reviewed `decision.expected`, so that contract becomes the reviewed contract.
    if (apply?.state === "done") {
      if (!isPendingStep(step)) return step;
      return { ...renewed, change: step.change, original: step.original, reviewed: decision.expected };
    }
    return isPendingStep(step) || wasEndedWith(step) ? renewed : step;
  });
  const isApplying = steps.some((step) => step.kind === "apply" && isPendingStep(step));
  return waitForApproval({ ...next, steps }, isApplying ? reasonsOf(planned, decision.why) : [], nowMs, newID);
}

/**
 * True for a step that was cancelled only because an earlier step did not run. The earlier step may run now, so this
 * step may run too.
 */
const wasEndedWith = ({ state, reason }: StoredPlannedStep) => state === "cancelled" && reason?.code === "ended-with";

/** Makes all remaining reverts due immediately, and cancels the remaining apply steps. */
export function revertedNow(
  planned: StoredPlanned,
  { now, reviewed }: { now: ChosenTime; reviewed: Contract | undefined },
  reason: StoredReason,
  nowMs: number,
  newID: NewIDs,
): StoredPlanned {
  const next = decidedAgain(planned, { until: now, ...(reviewed && { expected: reviewed }) });
  const owed = new Set(owedReverts(planned));
  const steps = planned.steps.map((step): StoredPlannedStep => {
    if (!isPendingStep(step)) return step;
    if (step.kind === "apply") return moved(step, "cancelled", reason);
    if (!owed.has(step)) return step;
    return {
      ...moved(step, "scheduled", null),
      stepID: newID(),
      operationID: null,
      attempt: 0,
      found: null,
      time: now,
      notAfter: nowMs + planned.graceMs,
      ...(reviewed && { reviewed }),
    };
  });
  return settleDependents(planned, { ...next, steps, approval: null }, nowMs);
}

/** Cancels all remaining steps. Applied values become permanent. */
export function kept(planned: StoredPlanned, reason: StoredReason, nowMs: number): StoredPlanned {
  const ended = withSteps(planned, (step) => (isPendingStep(step) ? moved(step, "cancelled", reason) : step));
  const settled = settleDependents(planned, { ...ended, approval: null }, nowMs);
  // A step with an unknown result stays unknown, but it no longer keeps the planned change open.
  const isClosed = settled.steps.every((step) => !isOpenStep(step) || step.state === "unknown");
  return isClosed ? { ...settled, finishedAt: settled.finishedAt ?? nowMs, stateReason: reason } : settled;
}

export function cancelled(planned: StoredPlanned, reason: StoredReason, nowMs: number): StoredPlanned {
  const ended = withSteps(planned, (step) => (isPendingStep(step) ? moved(step, "cancelled", reason) : step));
  const settled = settleDependents(planned, { ...ended, approval: null }, nowMs);
  return { ...settled, stateReason: reason };
}

/** Makes another person responsible. */
export function takenOver(
  planned: StoredPlanned,
  responsible: StoredPlanned["responsible"],
  why: readonly ApprovalReason[],
  nowMs: number,
  newID: NewIDs,
): StoredPlanned {
  const next = withSteps(decidedAgain(planned, { responsible }), releaseWaiting);
  return waitForApproval(next, reasonsOf(planned, why), nowMs, newID);
}

/**
 * Applies a decision about the approval request. The planned change is then scheduled or rejected. If the request was
 * withdrawn, the planned change is cancelled.
 */
export function decided(
  planned: StoredPlanned,
  { state, by, reason, isEmergency }: Pick<ApprovalDecision, "state" | "by" | "reason" | "isEmergency">,
  nowMs: number,
): StoredPlanned {
  const approval: PlannedApproval = {
    ...(planned.approval as PlannedApproval),
    state,
    decidedBy: by,
    decidedAt: nowMs,
    decisionReason: reason,
    isEmergency,
  };
  if (state === "approved")
    return settleDependents(planned, { ...withSteps(planned, releaseWaiting), approval }, nowMs);
  const message = state === "rejected" ? `Rejected by ${by.email}: ${reason}` : `Withdrawn by ${by.email}.`;
  const why: StoredReason = { code: "person", message, atMs: nowMs };
  return closeUndecided(planned, state === "rejected" ? "rejected" : "cancelled", approval, why, nowMs);
}
