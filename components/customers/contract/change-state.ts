import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Approval } from "#lib/contract/operations/approval.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { Undo } from "#lib/operation-kinds/undo.ts";
import { hadNoEffect } from "#lib/operations/operation-outcome.ts";
import { detailOfFailure } from "#lib/operations/write-failure.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";
import { isPlan, rightNow, type When } from "./plan/when.ts";
import type { Member } from "./texts.ts";

/** The step of a contract change that the page shows. */
export type ChangeStep =
  | { name: "choose"; problem?: ShownProblem }
  | { name: "review"; problem?: ShownProblem }
  | { name: "sending" }
  /** The contract has changed since the person saw it. Nothing was sent. */
  | { name: "conflict"; now: Contract }
  /**
   * It is unknown whether the change was sent: there was no clear answer. The console's stored operations may contain
   * the change.
   */
  | { name: "unknown"; problem: ShownProblem }
  /** A second person must approve the change first. Nothing was sent. */
  | { name: "approval"; why: string; failure?: string; isBusy?: true }
  | { name: "requested"; approval: Approval }
  | { name: "result"; operation: Operation }
  /** The change is planned. The console sends it later. */
  | { name: "planned"; planned: PlannedChange };

export interface ChangeState {
  step: ChangeStep;
  /** The contract member that is changed first, or alone. The API accepts one member per request. */
  member: Member;
  /** The new value. Empty until the person chooses one. */
  value: string;
  /**
   * The new value of the other contract member, which is changed after this change is verified. Empty if the other
   * member stays as it is.
   */
  second: string;
  /** When to send the change. */
  when: When;
  /** The operation of the first of two changes. Set when the first change is verified and the second is in progress. */
  first?: Operation | undefined;
  /** The ID of the verified change that this change undoes. */
  undoOf?: string | undefined;
  /**
   * The contract that the person saw. The request contains this contract, so that the server does not overwrite a newer
   * change.
   */
  expected: Contract;
  /** The number of failed attempts to send. After each failure, the focus moves to the reasons. */
  failureCount: number;
  /** How often the form was opened or started again. The dialog is not rendered while this is 0. */
  openCount: number;
  /** Jobs that may still be running and that the person has chosen to override. */
  overrideJobIDs: readonly string[];
}

export const otherMember = (member: Member): Member => (member === "plan" ? "term" : "plan");

const asChange = (member: Member, value: string): BulkChange => (member === "plan" ? { plan: value } : { term: value });

/** The one or two chosen changes, in the order of sending. */
export function changesOf({ member, value, second }: Pick<ChangeState, "member" | "value" | "second">): {
  change: BulkChange;
  then?: BulkChange;
} {
  const change = asChange(member, value);
  // biome-ignore lint/suspicious/noThenProperty: the API names it `then`, and it is never a function
  return second === "" ? { change } : { change, then: asChange(otherMember(member), second) };
}

/** The state before the person has chosen anything. */
export const initialChangeState: ChangeState = {
  step: { name: "choose" },
  member: "plan",
  value: "",
  second: "",
  when: rightNow,
  expected: {},
  failureCount: 0,
  openCount: 0,
  overrideJobIDs: [],
};

export type ChangeEvent =
  | { type: "opened"; member: Member; value: string; second?: string; when?: When; expected: Contract }
  /** Opens the review of a change that undoes an earlier change. `now` is the current contract. */
  | { type: "undo"; undo: Undo; now: Contract }
  | { type: "chosen"; member: Member; value: string; second?: string; when?: When }
  /** The first of two changes is verified. */
  | { type: "next" }
  | { type: "override"; jobIDs: readonly string[] }
  | { type: "back" }
  | { type: "sent" }
  | { type: "answered"; operation: Operation }
  | { type: "planned"; planned: PlannedChange }
  | { type: "failed"; problem: ShownProblem }
  /**
   * `why`: the approval rules in words. Set if the person requests the approval in the review, before trying to send.
   */
  | { type: "requesting"; why?: string }
  | { type: "requested"; approval: Approval }
  | { type: "notRequested"; failure: string }
  | { type: "reviewAgain"; expected: Contract };

/** The step after a failed request. The step decides what the dialog shows and what a screen reader announces. */
export function stepAfterFailure(problem: ShownProblem, { when }: Pick<ChangeState, "when">): ChangeStep {
  const cause = refusalCause(problem);
  if (cause === "approval") return { name: "approval", why: problem.detail };
  if (!isPlan(when) && problem.code === "contract_changed" && problem.operation?.before) {
    return { name: "conflict", now: problem.operation.before };
  }
  // Stays in the review, where the fields for the ticket and the reason show the errors.
  if (cause === "reference") return { name: "review", problem };
  // Planning sends nothing to the API, and a customer has at most one planned change. So the person can safely try
  // again.
  if (isPlan(when)) return { name: "choose", problem };
  return hadNoEffect(detailOfFailure(problem)) ? { name: "choose", problem } : { name: "unknown", problem };
}

/**
 * Returns the next state. An event that does not fit the current step changes nothing. So the person cannot start a
 * second change while the first change is being sent.
 */
export function nextChangeState(state: ChangeState, event: ChangeEvent): ChangeState {
  const { name } = state.step;
  switch (event.type) {
    case "opened": {
      // Opening the dialog again must not discard a change that is being sent or may have been sent.
      if (name === "sending" || name === "unknown") return state;
      const { member, value, second = "", when = rightNow, expected } = event;
      const openCount = state.openCount + 1;
      const step = { name: "choose" } as const;
      return {
        ...state,
        member,
        value,
        second,
        when,
        first: undefined,
        undoOf: undefined,
        expected,
        step,
        openCount,
        overrideJobIDs: [],
      };
    }
    case "undo": {
      if (name === "sending" || name === "unknown") return state;
      const { undo, now } = event;
      const isAsLeft = (["plan", "term"] as const).every((member) => now[member] === undo.expected[member]);
      const step = isAsLeft ? ({ name: "review" } as const) : ({ name: "conflict", now } as const);
      const openCount = state.openCount + 1;
      return { ...state, ...undo, second: "", when: rightNow, first: undefined, step, openCount, overrideJobIDs: [] };
    }
    case "chosen": {
      if (name !== "choose") return state;
      const { member, value, second = "", when = rightNow } = event;
      return { ...state, member, value, second, when, undoOf: undefined, step: { name: "review" }, overrideJobIDs: [] };
    }
    case "next": {
      if (state.step.name !== "result" || state.second === "") return state;
      const { member, value, second, expected } = state;
      const changed = {
        member: otherMember(member),
        value: second,
        second: "",
        expected: { ...expected, [member]: value },
      };
      return { ...state, ...changed, first: state.step.operation, step: { name: "sending" } };
    }
    case "override":
      return name === "review" ? { ...state, overrideJobIDs: event.jobIDs } : state;
    case "back":
      return name === "review" || name === "unknown"
        ? { ...state, step: { name: name === "unknown" ? "review" : "choose" } }
        : state;
    case "sent":
      return name === "review" ? { ...state, step: { name: "sending" } } : state;
    case "answered":
      return name === "sending" || name === "unknown"
        ? { ...state, step: { name: "result", operation: event.operation } }
        : state;
    case "planned":
      return name === "sending" ? { ...state, step: { name: "planned", planned: event.planned } } : state;
    case "failed":
      return name === "sending"
        ? { ...state, failureCount: state.failureCount + 1, step: stepAfterFailure(event.problem, state) }
        : state;
    case "requesting":
      if (name === "review" && event.why !== undefined) {
        return { ...state, step: { name: "approval", why: event.why, isBusy: true } };
      }
      return state.step.name === "approval" ? { ...state, step: { ...state.step, isBusy: true } } : state;
    case "requested":
      return name === "approval" ? { ...state, step: { name: "requested", approval: event.approval } } : state;
    case "notRequested":
      return state.step.name === "approval"
        ? { ...state, step: { name: "approval", why: state.step.why, failure: event.failure } }
        : state;
    case "reviewAgain":
      return name === "conflict"
        ? { ...state, expected: event.expected, step: { name: "choose" }, openCount: state.openCount + 1 }
        : state;
  }
}

/** True if the contract already has the chosen value. */
export function hasValue(contract: Contract, { member, value }: Pick<ChangeState, "member" | "value">): boolean {
  return contract[member] === value;
}
