import fc from "fast-check";
import { expect, test } from "vitest";
import type { KnownState } from "#server/bff/store/known/known-state.ts";
import { addSeenState, type HistoryState, memberAsOn, type SeenState } from "#server/bff/store/known/timeline.ts";

const state = (members: Partial<KnownState>): KnownState => ({
  companyName: "Acme",
  created: undefined,
  plan: undefined,
  term: undefined,
  email: undefined,
  usersCount: undefined,
  deleted: false,
  deletedAt: undefined,
  ...members,
});

/** A state from an answer that was requested at one time and received at another time. */
const reading = (sentAt: number, answeredAt: number, members: Partial<KnownState>): SeenState => {
  const times = { sentAt, answeredAt };
  return { state: state(members), since: times, until: times };
};

/**
 * Returns the history after these states were stored in this order. A state that does not fit into the history is
 * ignored.
 */
const historyOf = (readings: readonly SeenState[]) =>
  readings.reduce<readonly HistoryState[]>((history, seen) => addSeenState(history, seen) ?? history, []);

const plans = (history: readonly HistoryState[]) =>
  history.map(({ state: { plan }, since, until }) => [plan, since.answeredAt, until.answeredAt]);

test("a state that is seen again extends its interval, and another state is added", () => {
  const history = historyOf([
    reading(0, 1, { plan: "essential" }),
    reading(10, 11, { plan: "essential" }),
    reading(20, 21, { plan: "professional" }),
    reading(30, 31, { plan: "essential" }),
  ]);
  expect(plans(history)).toEqual([
    ["essential", 1, 11],
    ["professional", 21, 21],
    ["essential", 31, 31],
  ]);
});

test("a value in another spelling is no change", () => {
  const history = historyOf([
    reading(0, 1, { plan: "professional", companyName: "Acme  Ltd", email: "A@acme.test" }),
    reading(10, 11, { plan: "Professional", companyName: "Acme Ltd", email: "a@acme.test" }),
  ]);
  expect(plans(history)).toEqual([["Professional", 1, 11]]);
});

test("a member that an answer does not show keeps its value and its own interval", () => {
  const history = historyOf([
    reading(0, 1, { plan: "essential", email: "a@acme.test" }),
    reading(10, 11, { plan: "essential" }),
    reading(20, 21, { plan: "professional" }),
  ]);
  expect(plans(history)).toEqual([
    ["essential", 1, 11],
    ["professional", 21, 21],
  ]);
  expect(history.at(-1)?.state.email).toBe("a@acme.test");
  expect(memberAsOn(history, "email", 5)).toEqual({ answer: "not-seen", before: { value: "a@acme.test", seenAt: 1 } });
  expect(memberAsOn(history, "plan", 5)).toMatchObject({ answer: "same" });
});

test("a member that is shown for the first time is no change, and its earlier value is unknown", () => {
  const history = historyOf([
    reading(0, 1, { plan: "essential" }),
    reading(10, 11, { plan: "essential", usersCount: 5 }),
    reading(20, 21, { plan: "essential", usersCount: 5 }),
  ]);
  expect(plans(history)).toEqual([["essential", 1, 21]]);
  expect(memberAsOn(history, "usersCount", 5)).toEqual({ answer: "not-seen", after: { value: 5, seenAt: 11 } });
  expect(memberAsOn(history, "usersCount", 15)).toMatchObject({ answer: "same" });
});

test("an older state that is stored late is placed between two states, or divides one state", () => {
  const stored = [
    reading(0, 1, { plan: "essential" }),
    reading(10, 11, { plan: "essential" }),
    reading(30, 31, { plan: "professional" }),
  ];
  expect(plans(historyOf([...stored, reading(20, 21, { plan: "enterprise" })]))).toEqual([
    ["essential", 1, 11],
    ["enterprise", 21, 21],
    ["professional", 31, 31],
  ]);
  expect(plans(historyOf([...stored, reading(4, 5, { plan: "enterprise" })]))).toEqual([
    ["essential", 1, 1],
    ["enterprise", 5, 5],
    ["essential", 11, 11],
    ["professional", 31, 31],
  ]);
  expect(plans(historyOf([...stored, reading(20, 21, { plan: "professional" })]))).toEqual([
    ["essential", 1, 11],
    ["professional", 21, 31],
  ]);
});

test("two different states of the same time have no order, so the second state is ignored", () => {
  expect(addSeenState(historyOf([reading(0, 10, { plan: "essential" })]), reading(5, 15, { plan: "enterprise" }))).toBe(
    undefined,
  );
});

/**
 * Generates the true plans of a customer over time, and answers of the API in the order in which replicas store them.
 */
const truths = fc
  .record({
    changes: fc.array(
      fc.record({ at: fc.nat(1_000), plan: fc.constantFrom("essential", "professional", "enterprise") }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    readings: fc.array(
      fc.record({
        sentAt: fc.nat(1_000),
        ms: fc.integer({ min: 1, max: 40 }),
        moment: fc.double({ min: 0, max: 1, noNaN: true }),
        isShown: fc.boolean(),
      }),
      { minLength: 1, maxLength: 25 },
    ),
    asOn: fc.array(fc.nat(1_050), { minLength: 5, maxLength: 5 }),
  })
  .map(({ changes, ...rest }) => ({ changes: changes.toSorted((a, b) => a.at - b.at), ...rest }));

test("no history contradicts the true values of the API, in whatever order answers are stored", () => {
  fc.assert(
    fc.property(truths, ({ changes, readings, asOn }) => {
      const planAt = (ms: number) => changes.findLast(({ at }) => at <= ms)?.plan ?? "essential";
      const seen = readings.map(({ sentAt, ms, moment, isShown }) =>
        reading(sentAt, sentAt + ms, isShown ? { plan: planAt(sentAt + Math.floor(moment * ms)) } : {}),
      );
      const history = historyOf(seen);
      const held = (from: number, until: number) =>
        new Set([planAt(from), ...changes.filter(({ at }) => at > from && at <= until).map(({ plan }) => plan)]);
      for (const { since, until } of history) expect(since.answeredAt).toBeLessThanOrEqual(until.answeredAt);
      for (const atMs of asOn) {
        const { answer, before, after } = memberAsOn(history, "plan", atMs);
        const shownBefore = seen.filter(({ state: { plan }, until }) => plan !== undefined && until.answeredAt <= atMs);
        const shownAfter = seen.filter(({ state: { plan }, since }) => plan !== undefined && since.sentAt >= atMs);
        for (const side of [before, after]) {
          if (!side) continue;
          // An answer at this time has shown this value.
          expect(
            seen.some(({ state: { plan }, until }) => plan === side.value && until.answeredAt === side.seenAt),
          ).toBe(true);
        }
        if (before) expect(before.seenAt).toBeLessThanOrEqual(atMs);
        if (after) expect(after.seenAt).toBeGreaterThan(atMs);
        if (answer === "not-seen") continue;
        expect(shownBefore.length > 0 && shownAfter.length > 0).toBe(true);
        const between = held((before?.seenAt ?? 0) - 40, after?.seenAt ?? 0);
        if (answer === "changed") expect(between.size).toBeGreaterThan(1);
        else expect(before?.value).toBe(after?.value);
      }
    }),
    { numRuns: 2_000 },
  );
});
