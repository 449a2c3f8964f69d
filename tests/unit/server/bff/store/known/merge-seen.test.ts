import { expect, test } from "vitest";
import { changesAt, takenBackBy } from "#server/bff/known/customer-history.ts";
import type { ExplainingOperation } from "#server/bff/store/known/causes.ts";
import { type KnownState, nothingShown } from "#server/bff/store/known/known-state.ts";
import { mergeSeen } from "#server/bff/store/known/merge-seen.ts";
import type { HistoryState, SeenState } from "#server/bff/store/known/timeline.ts";

const minute = 60_000;

/** A state from an answer that was requested in this minute and received a second later. */
const reading = (atMinute: number, members: Partial<KnownState>): SeenState => {
  const times = { sentAt: atMinute * minute, answeredAt: atMinute * minute + 1_000 };
  return { state: { ...nothingShown, companyName: "Acme", ...members }, since: times, until: times };
};

/** An operation that requested the plan Professional. It was sent in minute 10 and answered a second later. */
const change = (members: Partial<ExplainingOperation> = {}): ExplainingOperation => ({
  operationID: "op-1",
  createsCustomer: false,
  state: "accepted",
  request: { plan: "professional" },
  sentAt: 10 * minute,
  settledAt: 10 * minute + 1_000,
  confirmedAt: null,
  ...members,
});

/** Stores these states one after another. Returns the resulting history. */
function stored(readings: readonly SeenState[], operations: readonly ExplainingOperation[] = [], recordedSince = 0) {
  let history: readonly HistoryState[] = [];
  let dropped = 0;
  for (const seen of readings) {
    const merged = mergeSeen(history, [seen], { operations, recordedSince });
    history = merged.history;
    if (merged.isDropped) dropped += 1;
  }
  return { dropped, states: history.map(({ state, cause, operationID }) => [state.plan, cause, operationID]) };
}

const essential = (atMinute: number) => reading(atMinute, { plan: "essential" });
const professional = (atMinute: number) => reading(atMinute, { plan: "professional" });

test("a change without an operation counts as made outside", () => {
  expect(stored([essential(1), professional(20)])).toEqual({
    dropped: 0,
    states: [
      ["essential", "first", undefined],
      ["professional", "elsewhere", undefined],
    ],
  });
});

test.each([
  ["accepted", change()],
  ["accepted, in another spelling", change({ request: { plan: "Professional" } })],
  ["unknown, because its answer was lost", change({ state: "unknown" })],
  ["still running", change({ state: "sent", settledAt: null })],
  ["verified", change({ confirmedAt: 10 * minute + 2_000 })],
])("an operation explains a change that it requested while it is %s", (_state, operation) => {
  expect(stored([essential(1), professional(20)], [operation]).states.at(-1)).toEqual([
    "professional",
    "operation",
    "op-1",
  ]);
});

test.each([
  ["was rejected", change({ state: "rejected" })],
  ["requested another value", change({ request: { plan: "enterprise" } })],
  ["requested another member", change({ request: { term: "monthly" } })],
  ["was sent after the change was seen", change({ sentAt: 21 * minute })],
  ["was never sent", change({ sentAt: null })],
])("an operation that %s explains no change", (_what, operation) => {
  expect(stored([essential(1), professional(20)], [operation]).states.at(-1)).toEqual([
    "professional",
    "elsewhere",
    undefined,
  ]);
});

test("a change that takes effect hours later is explained, although answers have shown the old plan in the meantime", () => {
  const { states } = stored([essential(1), essential(30), professional(300)], [change()]);
  expect(states.at(-1)).toEqual(["professional", "operation", "op-1"]);
});

test("a change that was reverted outside is found, and so is the same change when it is made again outside", () => {
  const operation = change({ confirmedAt: 11 * minute });
  const { states } = stored([essential(1), professional(20), essential(40), professional(60)], [operation]);
  expect(states).toEqual([
    ["essential", "first", undefined],
    ["professional", "operation", "op-1"],
    ["essential", "elsewhere", undefined],
    ["professional", "elsewhere", undefined],
  ]);
});

test("a verified operation that answers no longer show does not explain the same value a second time", () => {
  const operation = change({ confirmedAt: 11 * minute });
  // No answer has shown the plan Professional before the plan was Essential again.
  expect(stored([essential(1), essential(40), professional(60)], [operation]).states.at(-1)?.[1]).toBe("elsewhere");
});

test("an answer during an operation begins no change that the operation does not explain", () => {
  const running = change({ settledAt: null, state: "sent" });
  const enterprise = reading(15, { plan: "enterprise" });
  expect(stored([essential(1), enterprise, professional(20)], [running])).toEqual({
    dropped: 1,
    states: [
      ["essential", "first", undefined],
      ["professional", "operation", "op-1"],
    ],
  });
});

test("a change of another member is found right after an operation, and not before its answer", () => {
  const [before, after] = [
    { plan: "essential", term: "monthly" },
    { plan: "professional", term: "monthly" },
  ];
  const settled = change({ confirmedAt: 10 * minute + 2_000 });
  const found = { plan: "professional", term: "12-months" };
  const readings = [reading(1, before), reading(10.1, after), reading(10.5, found)];
  const causesWith = (operation: ExplainingOperation) => {
    const { dropped, states } = stored(readings, [operation]);
    return [dropped, ...states.map(([, cause]) => cause)];
  };
  expect(causesWith(settled)).toEqual([0, "first", "operation", "elsewhere"]);
  expect(causesWith(change({ state: "sent", settledAt: null }))).toEqual([1, "first", "operation"]);
});

test("different copies of the API's data do not look like a change outside right after an operation", () => {
  const operation = change({ confirmedAt: 10 * minute + 2_000 });
  const readings = [essential(1), professional(10.1), essential(10.2), professional(10.4), professional(30)];
  expect(stored(readings, [operation])).toEqual({
    dropped: 1,
    states: [
      ["essential", "first", undefined],
      ["professional", "operation", "op-1"],
    ],
  });
});

test("an unverified change does not look like a change outside while another copy still shows the old plan", () => {
  const operation = change({ sentAt: 0, settledAt: 1_000 });
  // After the first answer that shows the change, different copies of the API may still disagree for some time.
  const readings = [essential(0.001), professional(300), essential(300.5), professional(300.9), professional(400)];
  expect(stored(readings, [operation])).toEqual({
    dropped: 1,
    states: [
      ["essential", "first", undefined],
      ["professional", "operation", "op-1"],
    ],
  });
});

test("an older copy does not look like a change outside if an earlier operation requested its value", () => {
  const operations = [
    change({ operationID: "op-2", request: { plan: "professional" }, confirmedAt: 10 * minute + 2_000 }),
    change({ request: { plan: "essential" }, sentAt: minute, settledAt: minute + 1_000 }),
  ];
  const readings = [essential(2), professional(10.1), essential(10.2), professional(10.4), professional(30)];
  expect(stored(readings, operations)).toEqual({
    dropped: 1,
    states: [
      ["essential", "first", undefined],
      ["professional", "operation", "op-2"],
    ],
  });
});

test("an answer without the plan does not mean that the earlier plan was still in effect", () => {
  const operation = change({ confirmedAt: 10 * minute + 2_000 });
  const readings = [essential(1), reading(40, { usersCount: 5 }), professional(60)];
  expect(stored(readings, [operation]).states.at(-1)).toEqual(["professional", "operation", "op-1"]);
});

test("a replica whose clock is slow does not report a change of another replica as made outside", () => {
  const operation = change({ sentAt: 20 * minute + 4_000, settledAt: 20 * minute + 5_000 });
  expect(stored([essential(1), professional(20)], [operation]).states.at(-1)?.[1]).toBe("operation");
});

test("if a state has an own change and another change, only the other change counts as made outside", () => {
  const operation = change({ state: "unknown" });
  let history: readonly HistoryState[] = [];
  const readings = [
    reading(1, { plan: "essential", usersCount: 5, term: "monthly" }),
    reading(30, { plan: "professional", usersCount: 6, term: "monthly" }),
    reading(50, { plan: "professional", usersCount: 6 }),
    // A replica stores this older answer late, so the history is computed again.
    reading(40, { plan: "professional", usersCount: 6 }),
    reading(60, { plan: "essential", usersCount: 6 }),
  ];
  for (const seen of readings)
    history = mergeSeen(history, [seen], { operations: [operation], recordedSince: 0 }).history;
  expect(history.map(({ state, cause }) => [state.plan, cause])).toEqual([
    ["essential", "first"],
    ["professional", "elsewhere"],
    ["essential", "elsewhere"],
  ]);
  expect(changesAt(history, 1)).toEqual([
    { member: "plan", before: "essential", after: "professional", operationID: "op-1" },
    { member: "usersCount", before: 5, after: 6 },
  ]);
  expect(takenBackBy(history, 2)).toBe("op-1");
});

test("two operations between two answers explain one change each", () => {
  const [first, second] = [change(), change({ operationID: "op-2", request: { term: "monthly" } })];
  let history: readonly HistoryState[] = [];
  for (const seen of [
    reading(1, { plan: "essential", term: "12-months" }),
    reading(30, { plan: "professional", term: "monthly" }),
    reading(40, { plan: "professional", term: "12-months" }),
  ])
    history = mergeSeen(history, [seen], { operations: [first, second], recordedSince: 0 }).history;
  expect(history.map(({ cause }) => cause)).toEqual(["first", "operation", "elsewhere"]);
  expect(takenBackBy(history, 2)).toBe("op-2");
});

test("a change that is reverted after another change outside still counts as reverted", () => {
  const operation = change({ confirmedAt: 11 * minute });
  let history: readonly HistoryState[] = [];
  for (const seen of [
    reading(1, { plan: "essential", usersCount: 5 }),
    reading(20, { plan: "professional", usersCount: 5 }),
    reading(30, { plan: "professional", usersCount: 6 }),
    reading(40, { plan: "essential", usersCount: 6 }),
  ])
    history = mergeSeen(history, [seen], { operations: [operation], recordedSince: 0 }).history;
  expect([2, 3].map((index) => takenBackBy(history, index))).toEqual([undefined, "op-1"]);
});

test("a deleted customer that was removed from the store does not count as created outside when it is listed again", () => {
  const created = new Date(10 * minute).toISOString();
  expect(stored([reading(20, { created, deleted: true })], [], 5 * minute).states[0]?.[1]).toBe("first");
  const deletedAt = new Date(15 * minute).toISOString();
  expect(stored([reading(20, { created, deleted: true, deletedAt })], [], 5 * minute).states[0]?.[1]).toBe("elsewhere");
});

test("a new customer counts as created outside unless an operation created it or it is older than the store", () => {
  const created = (atMinute: number) => reading(20, { created: new Date(atMinute * minute).toISOString() });
  const creation = change({ createsCustomer: true, request: { companyName: "Acme" } });
  expect(stored([created(10)], [], 5 * minute).states[0]?.[1]).toBe("elsewhere");
  expect(stored([created(3)], [], 5 * minute).states[0]?.[1]).toBe("first");
  expect(stored([created(10)], [creation], 5 * minute).states[0]?.[1]).toBe("first");
});
