import type { Contract } from "#lib/contract/customer.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import type { Member } from "./texts.ts";

/** Where a change of contract stands on the page. */
export type ChangeStep =
  | { name: "choose"; problem?: ShownProblem }
  | { name: "review" }
  | { name: "sending" }
  /** The contract was not as the person saw it. Nothing was sent. */
  | { name: "conflict"; now: Contract }
  /** The browser got no answer of the console: only its record knows. */
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
  /** The jobs, looking stuck, that the person has said to send the change in spite of. */
  despiteJobs: readonly string[];
}

/** Before anything was chosen. */
export const nothingBegun: ChangeState = {
  step: { name: "choose" },
  member: "plan",
  value: "",
  seen: {},
  refusals: 0,
  beginnings: 0,
  despiteJobs: [],
};

export type ChangeEvent =
  | { type: "opened"; member: Member; value: string; seen: Contract }
  | { type: "chosen"; member: Member; value: string }
  | { type: "despite"; jobIDs: readonly string[] }
  | { type: "back" }
  | { type: "sent" }
  | { type: "answered"; operation: Operation }
  | { type: "failed"; problem: ShownProblem }
  | { type: "anew"; seen: Contract };

/** Answers after which nobody can tell whether the console has got the request. */
const isWithoutAnswer = ({ code, operation }: ShownProblem) =>
  code === "offline" || code === "internal" || operation?.state === "sent" || operation?.state === "recorded";

function afterFailure(state: ChangeState, problem: ShownProblem): ChangeState {
  const refusals = state.refusals + 1;
  if (problem.code === "contract_changed" && problem.operation?.before) {
    return { ...state, refusals, step: { name: "conflict", now: problem.operation.before } };
  }
  if (isWithoutAnswer(problem)) return { ...state, refusals, step: { name: "lost" } };
  return { ...state, refusals, step: { name: "choose", problem } };
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
      return { ...state, member, value, seen, step: { name: "choose" }, beginnings, despiteJobs: [] };
    }
    case "chosen":
      if (name !== "choose") return state;
      return { ...state, member: event.member, value: event.value, step: { name: "review" }, despiteJobs: [] };
    case "despite":
      return name === "review" ? { ...state, despiteJobs: event.jobIDs } : state;
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
      return name === "sending" ? afterFailure(state, event.problem) : state;
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
