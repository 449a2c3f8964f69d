import { expect, test } from "vitest";
import {
  actionsOf,
  comparedFor,
  needsContract,
  primaryAction,
  standingOf,
  timesFor,
} from "#components/planned/detail/decision.ts";
import { actionName, decisionTexts, detailTexts } from "#components/planned/detail/detail-texts.ts";
import { historyOf } from "#components/planned/detail/history.ts";
import type { PlannedStep } from "#lib/contract/operations/planned.ts";
import { plannedActions } from "#lib/contract/values/operations/planned-states.ts";
import { plannedChange, plannedStep } from "#tests/fixtures/planned-change.ts";

const nowMs = Date.parse("2026-11-30T00:00:00Z");

const ours = { plan: "enterprise", term: "monthly" };
const before = { plan: "essential", term: "monthly" };

/** A temporary change that is in effect, with a revert step in this state. */
const temporary = (state: PlannedStep["state"], part: Partial<PlannedStep> = {}) =>
  plannedChange({
    state: state === "scheduled" ? "scheduled" : "suspended",
    until: "2026-12-07T23:00:00.000Z",
    steps: [
      plannedStep({ state: "done" }),
      plannedStep({ stepID: "step-2", order: 2, kind: "revert", state, original: before, reviewed: ours, ...part }),
    ],
  });

test("a temporary change in effect can be postponed and ended, and a suspended revert can be forced", () => {
  expect(standingOf(temporary("scheduled"))).toEqual({ isInEffect: true, isRevertHeld: false });
  expect(standingOf(temporary("suspended"))).toEqual({ isInEffect: true, isRevertHeld: true });
  expect(standingOf(plannedChange())).toEqual({ isInEffect: false, isRevertHeld: false });
  expect(actionName("reschedule", standingOf(temporary("scheduled")))).toBe("Postpone the end");
  expect(actionName("revert-now", standingOf(temporary("suspended")))).toBe("Go back anyway");
  expect(actionName("reschedule", standingOf(plannedChange()))).toBe("Reschedule");
});

test("every decision has its own texts", () => {
  const titles = plannedActions.map(
    (action) => decisionTexts(action, { isInEffect: false, isRevertHeld: false }).title,
  );
  expect(new Set(titles).size).toBe(plannedActions.length);
});

test("decisions that depend on the contract use the current contract", () => {
  const plain = standingOf(plannedChange());
  expect(needsContract("resume", plain)).toBe(true);
  expect(needsContract("revert-now", standingOf(temporary("scheduled")))).toBe(false);
  expect(needsContract("revert-now", standingOf(temporary("suspended")))).toBe(true);
  expect(needsContract("cancel", plain)).toBe(false);
});

test("a forced revert shows three values: before, this change, now", () => {
  const now = { plan: "professional", term: "monthly" };
  const titles = { ...detailTexts, now: "Now" };
  expect(comparedFor(temporary("suspended"), now, titles)).toEqual([
    { title: "Before", contract: before },
    { title: "This change", contract: ours },
    { title: "Now", contract: now },
  ]);
  expect(comparedFor(plannedChange(), now, titles).map(({ title }) => title)).toEqual(["Reviewed", "Now"]);
});

test("a repeated review asks for new times only if the old times have passed", () => {
  expect(timesFor("resume", plannedChange(), nowMs)).toEqual({ at: true, until: false });
  expect(timesFor("resume", plannedChange({ at: "2026-12-24T00:00:00.000Z" }), nowMs)).toEqual({
    at: false,
    until: false,
  });
  expect(timesFor("reschedule", plannedChange(), nowMs)).toEqual({ at: true, until: false });
  expect(timesFor("reschedule", temporary("scheduled"), nowMs)).toEqual({ at: false, until: true });
  expect(timesFor("cancel", plannedChange(), nowMs)).toEqual({ at: false, until: false });
});

test("the decision that a person must make comes first", () => {
  expect(primaryAction(["cancel", "reschedule", "resume"])).toBe("resume");
  expect(primaryAction(["keep", "revert-now"])).toBe("revert-now");
  expect(primaryAction(["cancel", "reschedule"])).toBeUndefined();
});

test("the history contains everything that is known to have happened, in order", () => {
  const suspended = {
    code: "changed-here",
    message: "The contract was changed in Switchboard.",
    at: "2026-11-23T09:00:00.000Z",
    operationID: "o9",
  } as const;
  const planned = plannedChange({
    reason: "Campaign",
    steps: [plannedStep({ state: "suspended", reason: suspended })],
    state: "suspended",
    stateReason: suspended,
  });
  expect(historyOf(planned, [])).toEqual([
    { at: planned.createdAt, text: "Requested by edith@test.example", detail: "Campaign" },
    {
      at: suspended.at,
      text: "Change plan to Enterprise: suspended",
      detail: suspended.message,
      operationID: "o9",
    },
  ]);
  const over = plannedChange({ state: "cancelled", finishedAt: "2026-11-23T10:00:00.000Z" });
  expect(historyOf(over, []).at(-1)).toEqual({ at: over.finishedAt, text: "Over: cancelled" });
});

test("a person is not offered to take over their own planned change", () => {
  const person = (staffID: string) => ({ staffID, email: `${staffID}@test.example` });
  const actions = ["cancel", "take-over"] as const;
  const planned = plannedChange({
    actions: [...actions],
    requestedBy: person("asked"),
    responsible: person("answers"),
  });
  expect(actionsOf(planned, "answers")).toEqual(["cancel"]);
  expect(actionsOf(planned, "other")).toEqual(actions);
});

test("the history contains the decision about the request for approval", () => {
  const approval = (state: "approved" | "rejected" | "withdrawn", more = {}) => ({
    approvalID: "a1",
    state,
    decidedAt: "2026-11-23T09:00:00.000Z",
    decidedBy: { staffID: "o", email: "oscar@test.example" },
    ...more,
  });
  const texts = (given: ReturnType<typeof approval>) => historyOf(plannedChange({ approval: given }), []).at(-1)?.text;
  expect(texts(approval("approved"))).toBe("Approved by oscar@test.example");
  expect(texts(approval("approved", { emergency: true }))).toBe("Released in an emergency by oscar@test.example");
  expect(texts(approval("rejected"))).toBe("Rejected by oscar@test.example");
  expect(texts(approval("withdrawn"))).toBe("Request withdrawn by oscar@test.example");
});
