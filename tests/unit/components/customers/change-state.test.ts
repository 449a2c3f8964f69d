import { describe, expect, test } from "vitest";
import {
  type ChangeEvent,
  initialChangeState,
  nextChangeState,
  stepAfterFailure,
} from "#components/customers/contract/change-state.ts";
import { stepFailureText, stepTitle } from "#components/customers/contract/step-words.ts";
import { formTexts } from "#components/customers/contract/texts.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { hadNoEffect } from "#lib/operations/operation-outcome.ts";
import { detailOfFailure } from "#lib/operations/write-failure.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";

const expected = { plan: "essential", term: "monthly" };
const operation = { operationID: "o", kind: "change-contract", state: "accepted", createdAt: "" } as Operation;
const refusedBy = (code: string) =>
  ({ ...operation, state: "rejected", sentAt: "then", problem: { code } }) as unknown as Operation;
const opened: ChangeEvent = { type: "opened", member: "plan", value: "", expected };
const chosen: ChangeEvent = { type: "chosen", member: "plan", value: "professional" };
const failed = (problem: Partial<ShownProblem>): ChangeEvent => ({
  type: "failed",
  problem: { code: "upstream_refused", detail: "no", errors: [], ...problem },
});

const stateAfter = (...events: ChangeEvent[]) => events.reduce(nextChangeState, initialChangeState);
const stepAfter = (...events: ChangeEvent[]) => stateAfter(...events).step.name;

describe("the dialog to change a contract", () => {
  test("a change goes from the choice over the review to its result", () => {
    expect(stepAfter(opened)).toBe("choose");
    expect(stepAfter(opened, chosen)).toBe("review");
    expect(stepAfter(opened, chosen, { type: "back" })).toBe("choose");
    expect(stateAfter(opened, chosen, { type: "back" })).toMatchObject({ value: "professional", expected });
    expect(stepAfter(opened, chosen, { type: "sent" })).toBe("sending");
    expect(stepAfter(opened, chosen, { type: "sent" }, { type: "answered", operation })).toBe("result");
  });

  test("a change that needs approval is requested from its review, without being sent first", () => {
    const asked: ChangeEvent = { type: "requesting", why: "Every contract change needs approval here." };
    expect(stateAfter(opened, chosen, asked).step).toMatchObject({ name: "approval", isBusy: true });
    const failure: ChangeEvent = { type: "notRequested", failure: "no" };
    expect(stateAfter(opened, chosen, asked, failure).step).toMatchObject({ name: "approval", failure: "no" });
    expect(stepAfter(opened, asked)).toBe("choose");
  });

  test("a person's statement about a stuck job applies only to the current review", () => {
    const override: ChangeEvent = { type: "override", jobIDs: ["stuck"] };
    expect(stateAfter(opened, override).overrideJobIDs).toEqual([]);
    expect(stateAfter(opened, chosen, override, { type: "sent" }).overrideJobIDs).toEqual(["stuck"]);
    expect(stateAfter(opened, chosen, override, { type: "back" }, chosen).overrideJobIDs).toEqual([]);
    expect(stateAfter(opened, chosen, { type: "sent" }, override).overrideJobIDs).toEqual([]);
  });

  test("an undo begins with its review, or with the difference if the contract has changed since", () => {
    const undo = {
      undoOf: "o",
      member: "plan",
      value: "essential",
      expected: { plan: "professional", term: "monthly" },
    } as const;
    const asLeft: ChangeEvent = { type: "undo", undo, now: undo.expected };
    expect(stateAfter(asLeft)).toMatchObject({ ...undo, step: { name: "review" } });
    expect(stepTitle(stateAfter(asLeft))).toBe("Undo the change of the plan?");
    const now = { plan: "professional", term: "12-months" };
    expect(stateAfter({ type: "undo", undo, now }).step).toEqual({ name: "conflict", now });
    // After another choice, the change is a new change and undoes nothing. An undo does not replace a change that is
    // being sent.
    expect(stateAfter(asLeft, { type: "back" }, chosen).undoOf).toBeUndefined();
    expect(stateAfter(asLeft, opened).undoOf).toBeUndefined();
    expect(stepAfter(opened, chosen, { type: "sent" }, asLeft)).toBe("sending");
  });

  test("a change is not sent without a review", () => {
    expect(stepAfter(opened, { type: "sent" })).toBe("choose");
  });

  test.each<[string, ChangeEvent]>([
    ["Back", { type: "back" }],
    ["opening the form again", opened],
    ["sending it again", { type: "sent" }],
    ["choosing", chosen],
  ])("a change that is being sent is not disturbed by %s", (_what, event) => {
    const sending = stateAfter(opened, chosen, { type: "sent" });
    expect(nextChangeState(sending, event)).toBe(sending);
  });

  test("a refused change returns to the first step with its value and the reason", () => {
    const refused = stateAfter(
      opened,
      chosen,
      { type: "sent" },
      failed({ operation: refusedBy("upstream_refused"), errors: [{ field: "plan", message: "no" }] }),
    );
    expect(refused).toMatchObject({
      step: { name: "choose", problem: { errors: [{ field: "plan" }] } },
      value: "professional",
      failureCount: 1,
    });
  });

  test("a change whose contract was changed in the meantime shows both contracts and starts again with the new one", () => {
    const now = { plan: "enterprise", term: "monthly" };
    const problem = { code: "contract_changed", operation: { ...operation, before: now } } as const;
    const conflict = stateAfter(opened, chosen, { type: "sent" }, failed(problem));
    expect(conflict).toMatchObject({ step: { name: "conflict", now }, expected });
    expect(nextChangeState(conflict, { type: "reviewAgain", expected: now })).toMatchObject({
      step: { name: "choose" },
      expected: now,
    });
  });

  test.each([
    ["offline", failed({ code: "offline" })],
    ["an unreadable answer", failed({ code: "internal" })],
    ["a store that did not answer", failed({ code: "store_unavailable" })],
    [
      "a store that failed after sending",
      failed({ code: "store_unavailable", operation: { ...operation, state: "sent" } }),
    ],
  ])("after %s the change may have been sent, so its outcome is unknown and the dialog stays open", (_what, event) => {
    const unknown = stateAfter(opened, chosen, { type: "sent" }, event);
    expect(unknown.step.name).toBe("unknown");
    expect(nextChangeState(unknown, opened)).toBe(unknown);
    expect(nextChangeState(unknown, { type: "answered", operation }).step.name).toBe("result");
    expect(nextChangeState(unknown, { type: "back" }).step.name).toBe("review");
  });

  describe("a change in two steps", () => {
    const both: ChangeEvent = { type: "chosen", member: "plan", value: "professional", second: "12-months" };
    const answered: ChangeEvent = { type: "answered", operation };

    test("the term is sent after the plan, with the contract that the plan has created", () => {
      const second = stateAfter(opened, both, { type: "sent" }, answered, { type: "next" });
      expect(second).toMatchObject({
        step: { name: "sending" },
        member: "term",
        value: "12-months",
        second: "",
        expected: { plan: "professional", term: "monthly" },
        first: operation,
      });
      // A third change does not exist, so the event has no effect.
      const result = nextChangeState(second, answered);
      expect(result.step.name).toBe("result");
      expect(nextChangeState(result, { type: "next" })).toBe(result);
    });

    test.each<[string, ChangeEvent[]]>([
      ["is being sent", [{ type: "sent" }]],
      ["was refused", [{ type: "sent" }, failed({ operation: refusedBy("upstream_refused") })]],
      ["may have been lost", [{ type: "sent" }, failed({ code: "offline" })]],
    ])("no term is sent while the plan %s, and the choices stay", (_what, events) => {
      const first = stateAfter(opened, both, ...events);
      expect(nextChangeState(first, { type: "next" })).toBe(first);
      expect(first).toMatchObject({ member: "plan", second: "12-months" });
    });

    test("the dialog says that the first change is done while the second value is chosen again", () => {
      const refused = failed({ operation: refusedBy("upstream_refused") });
      const second = stateAfter(opened, both, { type: "sent" }, answered, { type: "next" }, refused);
      expect(second).toMatchObject({ step: { name: "choose" }, member: "term", value: "12-months", first: operation });
      expect(nextChangeState(second, opened).first).toBeUndefined();
    });
  });

  test.each<[string, Partial<ShownProblem>]>([
    ["no answer", { code: "offline" }],
    ["an unreadable answer", { code: "internal" }],
    ["a store that did not answer", { code: "store_unavailable" }],
    ["a write that was sent", { code: "store_unavailable", operation: { ...operation, state: "sent" } }],
    ["a session that has ended", { code: "not_signed_in" }],
    ["the API's refusal", { code: "upstream_refused", operation: refusedBy("upstream_refused") }],
    ["a running job", { code: "customer_busy", operation: refusedBy("customer_busy") }],
    [
      "another contract",
      { code: "contract_changed", operation: { ...refusedBy("contract_changed"), before: expected } },
    ],
  ])("after %s the announcement and the page say the same", (_what, problem) => {
    const event = failed(problem) as Extract<ChangeEvent, { type: "failed" }>;
    const { step } = stateAfter(opened, chosen, { type: "sent" }, event);
    expect(stepAfterFailure(event.problem, initialChangeState)).toEqual(step);
    const said = stepFailureText(step);
    // The page may report "no effect" only if this is certain.
    const isNothing = hadNoEffect(detailOfFailure(event.problem));
    expect(said === formTexts.notChanged || step.name === "conflict").toBe(isNothing);
    if (!isNothing) expect(said).toBe(stepTitle({ step, member: "plan" }));
  });
});
