import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedAction } from "#lib/contract/operations/planned.ts";
import { approvalWaitMs } from "#lib/contract/values/operations/approval-states.ts";
import { plannedActions } from "#lib/contract/values/operations/planned-states.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import {
  cancelled,
  decided,
  kept,
  possibleActions,
  rescheduled,
  resumed,
  revertedNow,
  takenOver,
} from "#server/bff/store/planned/planned-edits.ts";
import type { StoredPlanned, StoredReason } from "#server/bff/store/planned/planned-rows.ts";
import { digestOf, isReleased, nextAtOf, owedReverts, wholeState } from "#server/bff/store/planned/planned-state.ts";
import {
  alreadyReverted,
  claimed,
  expired,
  missed,
  type StepOutcome,
  settledStep,
  startBlock,
  suspended,
} from "#server/bff/store/planned/planned-transitions.ts";
import { makePlanned, utc } from "#tests/fixtures/planned/new-planned.ts";

const me = { staffID: "edith", email: "edith@test.example" };
const other = { staffID: "oscar", email: "oscar@test.example" };
const nowMs = Date.parse("2026-11-22T12:00:00Z");
const dueMs = nowMs + hourMs;
const endMs = nowMs + 10 * hourMs;
const reason: StoredReason = { code: "person", message: "A person.", atMs: nowMs };
const expected = { term: "monthly", plan: "essential" };
const decision = {
  at: utc(dueMs),
  until: utc(endMs),
  expected,
  graceMs: hourMs,
  responsible: me,
  reason: null,
  ticket: null,
  why: [],
};
const why = ["planned-changes"] as const;
const approved = (planned: StoredPlanned, atMs: number) =>
  decided(planned, { state: "approved", by: other, reason: null, isEmergency: false }, atMs);
const rejected = (planned: StoredPlanned, atMs: number) =>
  decided(planned, { state: "rejected", by: other, reason: "No", isEmergency: false }, atMs);

const states = ({ steps }: StoredPlanned) => steps.map(({ state }) => state);
const stepID = ({ steps }: StoredPlanned, position: number) => steps[position - 1]?.stepID ?? "";

/** Runs the step at this position, which ends with this outcome. */
function ran(planned: StoredPlanned, position: number, outcome: StepOutcome, atMs = dueMs): StoredPlanned {
  const begun = claimed(planned, stepID(planned, position), randomUUID(), atMs);
  const settled = begun && settledStep(begun, stepID(begun, position), outcome, atMs);
  if (!settled) throw new Error("it was not there");
  return settled;
}

const done = (before = expected): StepOutcome => ({ kind: "done", before });
const refused: StepOutcome = { kind: "failed", reason: { code: "refused", message: "No." } };
const double = () => makePlanned(me, { atMs: dueMs, untilMs: endMs, second: { term: "24-months" } }, nowMs);

describe("the states of a planned change", () => {
  it("a step may begin when it is due, in time and not frozen, and no other step comes first", () => {
    const planned = double();
    const block = (position: number, atMs: number, isFrozen = false) =>
      startBlock(planned, stepID(planned, position), { nowMs: atMs, isFrozen });
    expect(block(1, dueMs - 1)).toBe("early");
    expect(block(1, dueMs)).toBeUndefined();
    expect(block(1, dueMs + hourMs)).toBeUndefined();
    expect(block(1, dueMs + hourMs + 1)).toBe("late");
    expect(block(1, dueMs, true)).toBe("frozen");
    expect([2, 3, 4].map((position) => block(position, endMs))).toEqual(["moved", "moved", "moved"]);
  });

  it("the second change waits for the first change, and the last applied change is reverted first", () => {
    const first = ran(double(), 1, done());
    const second = ran(first, 2, done({ term: "monthly", plan: "professional" }));
    expect([states(first), states(second)]).toEqual([
      ["done", "scheduled", "scheduled", "scheduled"],
      ["done", "done", "scheduled", "scheduled"],
    ]);
    const begin = (planned: StoredPlanned, position: number) =>
      startBlock(planned, stepID(planned, position), { nowMs: endMs, isFrozen: false });
    expect([begin(second, 3), begin(second, 4)]).toEqual([undefined, "moved"]);
    const third = ran(second, 3, done({ term: "24-months", plan: "professional" }), endMs);
    expect(begin(third, 4)).toBeUndefined();
    const last = ran(third, 4, done({ term: "monthly", plan: "professional" }), endMs);
    expect([last.state, last.finishedAt]).toEqual(["done", endMs]);
    expect(last.steps.slice(2).map(({ change }) => change)).toEqual([{ term: "monthly" }, { plan: "essential" }]);
  });

  it("a failed second change ends its own revert, and the first change is still reverted", () => {
    const half = ran(ran(double(), 1, done()), 2, refused);
    expect(states(half)).toEqual(["done", "failed", "cancelled", "scheduled"]);
    expect(owedReverts(half).map(({ position }) => position)).toEqual([4]);
    const over = ran(half, 4, done(), endMs);
    expect([over.state, over.finishedAt]).toEqual(["failed", endMs]);
  });

  it("a failed first change ends the whole planned change", () => {
    const failed = ran(double(), 1, refused);
    expect([failed.state, ...states(failed)]).toEqual(["failed", "failed", "cancelled", "cancelled", "cancelled"]);
  });

  it("a revert that waited for a lost answer has its complete grace period from the time when it can begin", () => {
    const planned = makePlanned(me, { atMs: dueMs, untilMs: endMs }, nowMs);
    const unknown = ran(planned, 1, { kind: "unknown", reason: { code: "not-verified", message: "Lost." } });
    expect(missed(unknown, endMs + 5 * hourMs)).toBeNull();
    const lateMs = endMs + 5 * hourMs;
    const settled = settledStep(unknown, stepID(unknown, 1), done(), lateMs);
    expect(settled?.steps[1]).toMatchObject({ state: "scheduled", notAfter: lateMs + hourMs });
  });

  it("a revert that finds the old value after an attempt that sent nothing is done without an operation", () => {
    const applied = ran(makePlanned(me, { atMs: dueMs, untilMs: endMs }, nowMs), 1, done());
    const why = { code: "waits", message: "Nothing was sent." } as const;
    const waiting = ran(applied, 2, { kind: "waits", reason: why, retryAt: endMs }, endMs);
    expect(waiting.steps[1]?.operationID).not.toBeNull();
    const after = alreadyReverted(waiting, stepID(waiting, 2), expected, endMs);
    expect(after?.steps[1]).toMatchObject({ state: "done", operationID: null, reason: { code: "already" } });
    expect(after?.state).toBe("done");
  });

  it("an attempt that sent nothing begins again, and is missed when its time has passed", () => {
    const planned = makePlanned(me, { atMs: dueMs }, nowMs);
    const waits = { kind: "waits", reason: { code: "waits", message: "Busy." }, retryAt: dueMs + 10_000 } as const;
    const again = ran(planned, 1, waits);
    expect(again.steps[0]).toMatchObject({ state: "scheduled", attempt: 1, retryAt: dueMs + 10_000 });
    expect(startBlock(again, stepID(again, 1), { nowMs: dueMs, isFrozen: false })).toBe("early");
    expect(states(ran(planned, 1, waits, dueMs + hourMs + 1))).toEqual(["missed"]);
  });

  it("a step after its latest time is missed, and the revert of its change is cancelled", () => {
    const planned = double();
    expect(missed(planned, dueMs + hourMs)).toBeNull();
    const late = missed(planned, dueMs + hourMs + 1);
    expect([late?.state, ...states(late as StoredPlanned)]).toEqual([
      "missed",
      "missed",
      "missed",
      "cancelled",
      "cancelled",
    ]);
    const resumedLate = resumed(late as StoredPlanned, { ...decision, at: utc(dueMs + 2 * hourMs) }, nowMs, randomUUID);
    expect(states(resumedLate)).toEqual(["scheduled", "scheduled", "scheduled", "scheduled"]);
  });

  it("a change is never applied after the end of the temporary change", () => {
    const short = makePlanned(me, { atMs: dueMs, untilMs: dueMs + 600_000 }, nowMs);
    expect(short.steps[0]?.notAfter).toBe(dueMs + 600_000);
  });

  it("a lost permission suspends the changes that are not applied yet, and a change outside also suspends the revert", () => {
    const applied = ran(double(), 1, done());
    const why = { code: "right-lost", message: "Lost." } as const;
    expect(states(suspended(applied, "applies", why, nowMs) as StoredPlanned)).toEqual([
      "done",
      "suspended",
      "scheduled",
      "scheduled",
    ]);
    expect(states(suspended(applied, "all", why, nowMs) as StoredPlanned)).toEqual([
      "done",
      "suspended",
      "scheduled",
      "suspended",
    ]);
  });

  it("keeping a change with an unknown result closes it, and its result stays unknown until it is settled", () => {
    const planned = makePlanned(me, { atMs: dueMs, untilMs: endMs }, nowMs);
    const unknown = ran(planned, 1, { kind: "unknown", reason: { code: "not-verified", message: "Lost." } });
    expect(possibleActions(unknown)).toEqual(["keep", "take-over"]);
    const closed = kept(unknown, reason, dueMs);
    expect([closed.state, closed.finishedAt, ...states(closed)]).toEqual(["unknown", dueMs, "unknown", "cancelled"]);
    expect(settledStep(closed, stepID(closed, 1), done(), endMs)).toMatchObject({ state: "done", finishedAt: dueMs });
  });

  it("ending the change now reverts the applied change at once, and applies nothing more", () => {
    const applied = ran(double(), 1, done());
    const ending = revertedNow(applied, { now: utc(dueMs), reviewed: undefined }, reason, dueMs, randomUUID);
    expect(states(ending)).toEqual(["done", "cancelled", "cancelled", "scheduled"]);
    expect(ending.steps[3]?.time.atMs).toBe(dueMs);
    expect(ran(ending, 4, done()).state).toBe("cancelled");
  });
});

describe("approvals of planned changes", () => {
  const waiting = () => makePlanned(me, { atMs: dueMs, untilMs: endMs, why }, nowMs);

  it("an approval covers one digest, and any edit voids it", () => {
    const planned = waiting();
    expect([planned.state, isReleased(planned)]).toEqual(["awaiting-approval", false]);
    const released = approved(planned, nowMs);
    expect([released.state, isReleased(released)]).toEqual(["scheduled", true]);
    const again = rescheduled(released, { ...decision, at: utc(dueMs + 1), why }, nowMs, randomUUID);
    expect([again.state, isReleased(again), again.version]).toEqual(["awaiting-approval", false, 2]);
    expect(again.digest).not.toBe(released.digest);
    expect(isReleased({ ...released, reason: "another" })).toBe(false);
  });

  it("an approval expires after 72 hours, or when the change could no longer run", () => {
    const far = makePlanned(me, { atMs: nowMs + 200 * hourMs, why }, nowMs);
    expect(far.approval?.expiresAt).toBe(nowMs + approvalWaitMs);
    expect(waiting().approval?.expiresAt).toBe(dueMs + hourMs);
    expect(expired(far, nowMs + approvalWaitMs)).toBeNull();
    const over = expired(far, nowMs + approvalWaitMs + 1);
    expect([over?.state, over?.finishedAt]).toEqual(["expired", nowMs + approvalWaitMs + 1]);
    expect(rejected(far, nowMs)).toMatchObject({ state: "rejected", finishedAt: nowMs });
  });

  it("an applied change is reverted, whatever happens to the other steps", () => {
    const applied = ran(double(), 1, done());
    const halted = suspended(applied, "applies", { code: "right-lost", message: "Lost." }, nowMs) as StoredPlanned;
    const again = resumed(halted, { ...decision, why }, nowMs, randomUUID);
    expect(states(again)).toEqual(["done", "awaiting-approval", "scheduled", "scheduled"]);
    expect(states(rejected(again, nowMs))).toEqual(["done", "cancelled", "cancelled", "scheduled"]);
  });

  it("if another person takes over, a new approval is needed", () => {
    const released = approved(waiting(), nowMs);
    expect(takenOver(released, other, why, nowMs, randomUUID)).toMatchObject({
      state: "awaiting-approval",
      responsible: other,
    });
  });
});

describe("any sequence of transitions", () => {
  const outcomes: StepOutcome[] = [
    done(),
    refused,
    { kind: "unknown", reason: { code: "not-verified", message: "Lost." } },
    { kind: "suspended", reason: { code: "contract-changed", message: "Other." }, found: {} },
    { kind: "waits", reason: { code: "waits", message: "Busy." }, retryAt: dueMs },
  ];
  const act: Readonly<Record<PlannedAction, (planned: StoredPlanned, atMs: number) => StoredPlanned>> = {
    cancel: (planned, atMs) => cancelled(planned, reason, atMs),
    reschedule: (planned, atMs) => rescheduled(planned, { ...decision, at: utc(atMs + hourMs) }, atMs, randomUUID),
    resume: (planned, atMs) => resumed(planned, { ...decision, at: utc(atMs + hourMs) }, atMs, randomUUID),
    "revert-now": (planned, atMs) =>
      revertedNow(planned, { now: utc(atMs), reviewed: expected }, reason, atMs, randomUUID),
    keep: (planned, atMs) => kept(planned, reason, atMs),
    "take-over": (planned, atMs) => takenOver(planned, other, [], atMs, randomUUID),
  };
  const event = fc.oneof(
    fc.record({
      what: fc.constant("run" as const),
      place: fc.integer({ min: 1, max: 4 }),
      outcome: fc.constantFrom(...outcomes),
    }),
    fc.record({
      what: fc.constantFrom(
        "miss" as const,
        "expire" as const,
        "suspend" as const,
        "approve" as const,
        "reject" as const,
      ),
    }),
    fc.record({ what: fc.constantFrom(...plannedActions) }),
  );
  type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

  function apply(planned: StoredPlanned, event: Event, atMs: number): StoredPlanned {
    if (event.what === "miss") return missed(planned, atMs) ?? planned;
    if (event.what === "expire") return expired(planned, atMs) ?? planned;
    if (event.what === "suspend")
      return suspended(planned, "all", { code: "changed-here", message: "Changed." }, atMs) ?? planned;
    if (event.what === "approve" || event.what === "reject") {
      if (planned.approval?.state !== "waiting") return planned;
      return event.what === "approve" ? approved(planned, atMs) : rejected(planned, atMs);
    }
    if (event.what !== "run")
      return possibleActions(planned).includes(event.what) ? act[event.what](planned, atMs) : planned;
    const id = stepID(planned, event.place);
    const isFree = startBlock(planned, id, { nowMs: atMs, isFrozen: false }) === undefined;
    const begun = isFree ? claimed(planned, id, randomUUID(), atMs) : planned;
    return (begun && settledStep(begun, id, event.outcome, atMs)) ?? planned;
  }

  it("any sequence keeps final states, stores the revert of every applied change, and shows correctly whether it is open", () => {
    fc.assert(
      fc.property(
        fc.record({ isTemporary: fc.boolean(), isDouble: fc.boolean(), isAsked: fc.boolean() }),
        fc.array(fc.tuple(event, fc.integer({ min: 0, max: 3 * hourMs })), { maxLength: 25 }),
        ({ isTemporary, isDouble, isAsked }, events) => {
          const second = isDouble ? ({ term: "24-months" } as const) : null;
          const untilMs = isTemporary ? endMs : undefined;
          let planned = makePlanned(me, { atMs: dueMs, untilMs, second, why: isAsked ? why : [] }, nowMs);
          let atMs = nowMs;
          for (const [event, passed] of events) {
            atMs += passed;
            const before = planned;
            planned = apply(before, event, atMs);
            for (const step of planned.steps) {
              const was = before.steps.find((one) => one.stepID === step.stepID);
              const isFinal = was?.state === "done" || was?.state === "failed";
              if (isFinal) expect(step.state).toBe(was.state);
              const isApplied = step.kind === "apply" && step.state === "done";
              if (isTemporary && isApplied)
                expect(planned.steps.some((one) => one.revertOf === step.position)).toBe(true);
              const isReverted = step.kind === "revert" && step.state === "done";
              if (isReverted) expect(planned.steps.find((one) => one.position === step.revertOf)?.state).toBe("done");
            }
            const isDecided = planned.state === "rejected" || planned.state === "expired";
            if (!isDecided) expect(planned.state).toBe(wholeState(planned));
            expect(planned.digest).toBe(digestOf(planned));
            const canGoOn = possibleActions(planned).length > 0;
            expect(canGoOn).toBe(planned.finishedAt === null);
            if (before.finishedAt !== null) expect(planned.finishedAt).toBe(before.finishedAt);
            if (planned.state === "scheduled") expect(nextAtOf(planned)).not.toBeNull();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
