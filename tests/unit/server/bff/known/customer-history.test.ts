import { expect, test } from "vitest";
import { historyAnswer } from "#server/bff/known/customer-history.ts";
import { type KnownState, nothingShown } from "#server/bff/store/known/known-state.ts";
import type { HistoryState, StateCause } from "#server/bff/store/known/timeline.ts";

/** A state that one answer has shown. The answer was requested in this minute and received a second later. */
const seen = (minute: number, state: Partial<KnownState>, cause: StateCause, operationID?: string): HistoryState => {
  const times = { sentAt: minute * 60_000, answeredAt: minute * 60_000 + 1_000 };
  return {
    state: { ...nothingShown, companyName: "Acme", ...state },
    since: times,
    until: times,
    memberTimes: {},
    cause,
    operationID,
  };
};

const at = (text: string) => `1970-01-01T00:${text}.000Z`;

const history = [
  seen(1, { plan: "essential", usersCount: 3 }, "first"),
  seen(10, { plan: "professional", usersCount: 3 }, "operation", "op-1"),
  seen(30, { plan: "essential", usersCount: 4 }, "elsewhere"),
];

test("states are returned with the newest first, each with its changes and the time range of the change", () => {
  const { states, total } = historyAnswer("c1", history, { asOn: undefined, nowMs: 0 });
  expect(total).toBe(3);
  expect(states.map(({ from, cause, changed, takenBack }) => ({ from, cause, changed, takenBack }))).toEqual([
    {
      from: at("30:01"),
      cause: { kind: "elsewhere" },
      changed: {
        members: [
          { member: "plan", before: "professional", after: "essential" },
          { member: "usersCount", before: 3, after: 4 },
        ],
        after: at("10:00"),
        before: at("30:01"),
      },
      takenBack: "op-1",
    },
    {
      from: at("10:01"),
      cause: { kind: "operation", operationID: "op-1" },
      changed: {
        members: [{ member: "plan", before: "essential", after: "professional" }],
        after: at("01:00"),
        before: at("10:01"),
      },
      takenBack: undefined,
    },
    { from: at("01:01"), cause: { kind: "first" }, changed: undefined, takenBack: undefined },
  ]);
  expect(states[0]?.customer).toEqual({
    customerID: "c1",
    companyName: "Acme",
    usersCount: 4,
    deleted: false,
    contract: { plan: "essential" },
    adminUser: {},
  });
});

test("a change was made after the last answer that shows the changed member, not after one that lacks it", () => {
  const until = { sentAt: 20 * 60_000, answeredAt: 20 * 60_000 + 1_000 };
  const first = seen(1, { plan: "essential", usersCount: 3 }, "first");
  // The answer at 20 minutes shows no number of users.
  const before = { ...first, until, memberTimes: { usersCount: { until: first.until } } };
  const changedAfter = (state: Partial<KnownState>) =>
    historyAnswer("c1", [before, seen(30, state, "elsewhere")], { asOn: undefined, nowMs: 0 }).states[0]?.changed
      ?.after;
  expect(changedAfter({ plan: "essential", usersCount: 4 })).toBe(at("01:00"));
  expect(changedAfter({ plan: "professional", usersCount: 3 })).toBe(at("20:00"));
  expect(changedAfter({ plan: "professional", usersCount: 4 })).toBe(at("01:00"));
});

test.each([
  ["00:30", "not-seen"],
  ["05:00", "changed"],
  ["20:00", "changed"],
  ["40:00", "not-seen"],
])("the answer for the time %s is %s", (time, answer) => {
  expect(historyAnswer("c1", history, { asOn: at(time), nowMs: 0 }).asOn?.answer).toBe(answer);
});

test("the answer for a time shows for each member the values that were seen before and after it", () => {
  expect(historyAnswer("c1", history, { asOn: at("05:00"), nowMs: 0 }).asOn?.members).toContainEqual({
    member: "usersCount",
    answer: "same",
    before: { value: 3, seenAt: at("01:01") },
    after: { value: 3, seenAt: at("10:01") },
  });
});

test("an unknown customer has no states", () => {
  expect(historyAnswer("c1", [], { asOn: at("05:00"), nowMs: 0 })).toMatchObject({
    states: [],
    asOn: { answer: "not-seen", members: [] },
  });
});
