import type { Contract } from "#lib/contract/customer.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { isUndone } from "#lib/operation-outcome.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import { detailOfFailure } from "#lib/write-failure.ts";
import type { Member } from "./texts.ts";

/** Where a change of contract stands on the page. */
export type ChangeStep =
  | { name: "choose"; problem?: ShownProblem }
  | { name: "review" }
  | { name: "sending" }
  /** The contract was not as the person saw it. Nothing was sent. */
  | { name: "conflict"; now: Contract }
  /** Nobody can tell here whether it was sent: only the console's record knows. */
  | { name: "lost" }
  | { name: "result"; operation: Operation };

export interface ChangeState {
  step: ChangeStep;
  /** Exactly one of the two: the API refuses both at once. */
  member: Member;
  /** The wanted value; empty until one was chosen. */
  value: string;
  /** The contract that the person saw when choosing: what is sent along as expected. */
  seen: Contract;
  /** How often something was refused: each time the focus goes to the reasons. */
  refusals: number;
  /** How often choosing was begun; before the first time there is nothing to show. */
  beginnings: number;
  /** The jobs that are not over, as far as anybody knows, and that the person has said to send the change in spite of. */
  overrideJobIDs: readonly string[];
}

/** Before anything was chosen. */
export const nothingBegun: ChangeState = {
  step: { name: "choose" },
  member: "plan",
  value: "",
  seen: {},
  refusals: 0,
  beginnings: 0,
  overrideJobIDs: [],
};

export type ChangeEvent =
  | { type: "opened"; member: Member; value: string; seen: Contract }
  | { type: "chosen"; member: Member; value: string }
  | { type: "override"; jobIDs: readonly string[] }
  | { type: "back" }
  | { type: "sent" }
  | { type: "answered"; operation: Operation }
  | { type: "failed"; problem: ShownProblem }
  | { type: "anew"; seen: Contract };

/** Where a change stands whose request came to no success: what is shown then, and what is said. */
export function stepAfterFailure(problem: ShownProblem): ChangeStep {
  if (problem.code === "contract_changed" && problem.operation?.before) {
    return { name: "conflict", now: problem.operation.before };
  }
  return isUndone(detailOfFailure(problem)) ? { name: "choose", problem } : { name: "lost" };
}

/**
 * The next state. An event that makes no sense where the change stands changes nothing: while one is
 * being sent no key, no button and no step back begins another.
 */
export function nextChangeState(state: ChangeState, event: ChangeEvent): ChangeState {
  const { name } = state.step;
  switch (event.type) {
    case "opened": {
      // What is on its way, or may be, is not forgotten because its dialog was closed.
      if (name === "sending" || name === "lost") return state;
      const { member, value, seen } = event;
      const beginnings = state.beginnings + 1;
      return { ...state, member, value, seen, step: { name: "choose" }, beginnings, overrideJobIDs: [] };
    }
    case "chosen":
      if (name !== "choose") return state;
      return { ...state, member: event.member, value: event.value, step: { name: "review" }, overrideJobIDs: [] };
    case "override":
      return name === "review" ? { ...state, overrideJobIDs: event.jobIDs } : state;
    case "back":
      return name === "review" || name === "lost"
        ? { ...state, step: { name: name === "lost" ? "review" : "choose" } }
        : state;
    case "sent":
      return name === "review" ? { ...state, step: { name: "sending" } } : state;
    case "answered":
      return name === "sending" || name === "lost"
        ? { ...state, step: { name: "result", operation: event.operation } }
        : state;
    case "failed":
      return name === "sending"
        ? { ...state, refusals: state.refusals + 1, step: stepAfterFailure(event.problem) }
        : state;
    case "anew":
      return name === "conflict"
        ? { ...state, seen: event.seen, step: { name: "choose" }, beginnings: state.beginnings + 1 }
        : state;
  }
}

/** Whether a contract has the wanted value. */
export function hasValue(contract: Contract, { member, value }: Pick<ChangeState, "member" | "value">): boolean {
  return contract[member] === value;
}
