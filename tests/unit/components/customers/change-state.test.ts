import { describe, expect, test } from "vitest";
import { type ChangeEvent, nextChangeState, nothingBegun } from "#components/customers/contract/change-state.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";

const seen = { plan: "essential", term: "monthly" };
const operation = { operationID: "o", state: "accepted" } as Operation;
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
    const despite: ChangeEvent = { type: "despite", jobIDs: ["stuck"] };
    expect(stateAfter(opened, despite).despiteJobs).toEqual([]);
    expect(stateAfter(opened, chosen, despite, { type: "sent" }).despiteJobs).toEqual(["stuck"]);
    expect(stateAfter(opened, chosen, despite, { type: "back" }, chosen).despiteJobs).toEqual([]);
    expect(stateAfter(opened, chosen, { type: "sent" }, despite).despiteJobs).toEqual([]);
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
      failed({ errors: [{ field: "plan", message: "no" }] }),
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
});
