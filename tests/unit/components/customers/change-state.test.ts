import { describe, expect, test } from "vitest";
import {
  type ChangeEvent,
  nextChangeState,
  nothingBegun,
  stepAfterFailure,
} from "#components/customers/contract/change-state.ts";
import { failureInWords, titleOf } from "#components/customers/contract/step-words.ts";
import { formTexts } from "#components/customers/contract/texts.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { isUndone } from "#lib/operation-outcome.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import { detailOfFailure } from "#lib/write-failure.ts";

const seen = { plan: "essential", term: "monthly" };
const operation = { operationID: "o", kind: "change-contract", state: "accepted", createdAt: "" } as Operation;
const refusedBy = (code: string) =>
  ({ ...operation, state: "rejected", sentAt: "then", problem: { code } }) as unknown as Operation;
const opened: ChangeEvent = { type: "opened", member: "plan", value: "", seen };
const chosen: ChangeEvent = { type: "chosen", member: "plan", value: "professional" };
const failed = (problem: Partial<ShownProblem>): ChangeEvent => ({
  type: "failed",
  problem: { code: "upstream_refused", detail: "no", errors: [], ...problem },
});

const stateAfter = (...events: ChangeEvent[]) => events.reduce(nextChangeState, nothingBegun);
const stepAfter = (...events: ChangeEvent[]) => stateAfter(...events).step.name;

describe("a change of contract", () => {
  test("goes from choosing over the review to its result", () => {
    expect(stepAfter(opened)).toBe("choose");
    expect(stepAfter(opened, chosen)).toBe("review");
    expect(stepAfter(opened, chosen, { type: "back" })).toBe("choose");
    expect(stateAfter(opened, chosen, { type: "back" })).toMatchObject({ value: "professional", seen });
    expect(stepAfter(opened, chosen, { type: "sent" })).toBe("sending");
    expect(stepAfter(opened, chosen, { type: "sent" }, { type: "answered", operation })).toBe("result");
  });

  test("what a person says about a stuck job counts for this review alone", () => {
    const override: ChangeEvent = { type: "override", jobIDs: ["stuck"] };
    expect(stateAfter(opened, override).overrideJobIDs).toEqual([]);
    expect(stateAfter(opened, chosen, override, { type: "sent" }).overrideJobIDs).toEqual(["stuck"]);
    expect(stateAfter(opened, chosen, override, { type: "back" }, chosen).overrideJobIDs).toEqual([]);
    expect(stateAfter(opened, chosen, { type: "sent" }, override).overrideJobIDs).toEqual([]);
  });

  test("is not sent without a review", () => {
    expect(stepAfter(opened, { type: "sent" })).toBe("choose");
  });

  test.each<[string, ChangeEvent]>([
    ["Back", { type: "back" }],
    ["opening the form again", opened],
    ["sending it again", { type: "sent" }],
    ["choosing", chosen],
  ])("on its way is not disturbed by %s", (_what, event) => {
    const sending = stateAfter(opened, chosen, { type: "sent" });
    expect(nextChangeState(sending, event)).toBe(sending);
  });

  test("that was refused is chosen anew, its value and reason kept", () => {
    const refused = stateAfter(
      opened,
      chosen,
      { type: "sent" },
      failed({ operation: refusedBy("upstream_refused"), errors: [{ field: "plan", message: "no" }] }),
    );
    expect(refused).toMatchObject({
      step: { name: "choose", problem: { errors: [{ field: "plan" }] } },
      value: "professional",
      refusals: 1,
    });
  });

  test("that met another contract shows both, and begins anew with the one that is now", () => {
    const now = { plan: "enterprise", term: "monthly" };
    const problem = { code: "contract_changed", operation: { ...operation, before: now } } as const;
    const conflict = stateAfter(opened, chosen, { type: "sent" }, failed(problem));
    expect(conflict).toMatchObject({ step: { name: "conflict", now }, seen });
    expect(nextChangeState(conflict, { type: "anew", seen: now })).toMatchObject({
      step: { name: "choose" },
      seen: now,
    });
  });

  test.each([
    ["offline", failed({ code: "offline" })],
    ["an answer that nobody understands", failed({ code: "internal" })],
    ["a store that did not answer", failed({ code: "store_unavailable" })],
    [
      "a store that failed after sending",
      failed({ code: "store_unavailable", operation: { ...operation, state: "sent" } }),
    ],
  ])("after %s may have been sent: it is looked for, not forgotten", (_what, event) => {
    const lost = stateAfter(opened, chosen, { type: "sent" }, event);
    expect(lost.step.name).toBe("lost");
    expect(nextChangeState(lost, opened)).toBe(lost);
    expect(nextChangeState(lost, { type: "answered", operation }).step.name).toBe("result");
    expect(nextChangeState(lost, { type: "back" }).step.name).toBe("review");
  });

  test.each<[string, Partial<ShownProblem>]>([
    ["no answer", { code: "offline" }],
    ["an answer that nobody understands", { code: "internal" }],
    ["a store that did not answer", { code: "store_unavailable" }],
    ["a write that was sent", { code: "store_unavailable", operation: { ...operation, state: "sent" } }],
    ["a session that has ended", { code: "not_signed_in" }],
    ["the API's refusal", { code: "upstream_refused", operation: refusedBy("upstream_refused") }],
    ["a job that runs", { code: "customer_busy", operation: refusedBy("customer_busy") }],
    ["another contract", { code: "contract_changed", operation: { ...refusedBy("contract_changed"), before: seen } }],
  ])("after %s those who hear it learn what those who see it do", (_what, problem) => {
    const event = failed(problem) as Extract<ChangeEvent, { type: "failed" }>;
    const { step } = stateAfter(opened, chosen, { type: "sent" }, event);
    expect(stepAfterFailure(event.problem)).toEqual(step);
    const said = failureInWords(step);
    // Only what certainly changed nothing is said to have changed nothing.
    const isNothing = isUndone(detailOfFailure(event.problem));
    expect(said === formTexts.notChanged || step.name === "conflict").toBe(isNothing);
    if (!isNothing) expect(said).toBe(titleOf({ step, member: "plan" }));
  });
});
