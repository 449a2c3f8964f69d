import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { changesOf, initialChangeState, nextChangeState } from "#components/customers/contract/change-state.ts";
import { PlanReview } from "#components/customers/contract/plan/plan-review.tsx";
import { findPlanned, isLost } from "#components/customers/contract/plan/send-plan.ts";
import { parseWhen, rightNow, type When } from "#components/customers/contract/plan/when.ts";
import { timesOf } from "#components/customers/contract/plan/when-times.ts";
import { stepTitle } from "#components/customers/contract/step-words.ts";
import { enterTime } from "#components/forms/time/entered-time.ts";
import { plannedChange } from "#tests/fixtures/planned-change.ts";

vi.mock("#components/ui/time/timestamp.tsx", () => ({ useTimeZone: () => "Europe/Amsterdam" }));

const zone = "Europe/Amsterdam";

const nowMs = Date.parse("2026-11-23T10:00:00Z");
const start = enterTime("tomorrow", zone, nowMs);

const forAWhile: When = {
  kind: "while",
  at: start,
  until: enterTime("for 14 days", zone, nowMs, { start: start.reading }),
};

const opened = { type: "opened", member: "plan", value: "", expected: { plan: "essential", term: "monthly" } } as const;
const chosen = { type: "chosen", member: "plan", value: "enterprise", second: "12-months", when: forAWhile } as const;

const stateAfter = (...events: Parameters<typeof nextChangeState>[1][]) =>
  events.reduce(nextChangeState, initialChangeState);

test('a draft keeps the typed text and its interpretation, and an invalid draft means "now"', () => {
  expect(parseWhen(JSON.parse(JSON.stringify(forAWhile)))).toEqual(forAWhile);
  for (const kept of [undefined, null, {}, { ...forAWhile, kind: "never" }, { ...forAWhile, at: 5 }]) {
    expect(parseWhen(kept)).toEqual(rightNow);
  }
  // The text stays in two cases: its time could not be interpreted, or the stored offset no longer matches the clocks
  // of the zone.
  const unclear = { text: "1/2/2027", zone };
  const changed = { ...start, reading: { ...start.reading, offset: "+05:00" } };
  expect(parseWhen({ ...forAWhile, at: unclear, until: changed })).toMatchObject({
    at: unclear,
    until: { text: "tomorrow" },
  });
  expect(parseWhen({ ...forAWhile, until: changed }).until.reading?.offset).not.toBe("+05:00");
});

test("plan and term are two changes of one planned change, in the order in which they were chosen", () => {
  const state = stateAfter(opened, chosen);
  // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
  expect(changesOf(state)).toEqual({ change: { plan: "enterprise" }, then: { term: "12-months" } });
  expect(changesOf({ ...state, second: "" })).toEqual({ change: { plan: "enterprise" } });
});

test("the end of a temporary change is in the zone of its start", () => {
  expect(timesOf(forAWhile)).toMatchObject({
    at: { offset: "+01:00" },
    until: { at: "2026-12-07T23:00:00.000Z", zone },
  });
  expect(timesOf({ ...forAWhile, until: { text: "", zone } })).toBeUndefined();
});

test("planning ends in a planned change, and every failure leads back to the form", () => {
  const sending = stateAfter(opened, chosen, { type: "sent" });
  expect(stepTitle(stateAfter(opened, chosen))).toBe("Schedule this change?");
  const planned = nextChangeState(sending, { type: "planned", planned: plannedChange() });
  expect(planned.step.name).toBe("planned");
  for (const code of ["offline", "planned_exists", "unclear_time", "internal"] as const) {
    const failed = nextChangeState(sending, { type: "failed", problem: { code, detail: "", errors: [] } });
    expect(failed.step.name).toBe("choose");
    expect(failed.when).toEqual(forAWhile);
  }
});

test('opening the form again resets the time to "now"', () => {
  expect(stateAfter(opened, chosen, { type: "back" }, opened).when).toEqual(rightNow);
});

test("the review shows each time in its own zone and in UTC, and explains a conflict", () => {
  const html = renderToStaticMarkup(
    <PlanReview graceMinutes={90} when={forAWhile} change={{ plan: "enterprise" }} second={{ term: "12-months" }} />,
  );
  for (const said of [
    "Tue, 24 Nov 2026, 00:00 Amsterdam time",
    "(UTC+01:00)",
    "Mon, 23 Nov 2026, 23:00 UTC",
    "sends the change of the plan to Enterprise",
    "sends the change of the term to 12 months",
    "Mon, 7 Dec 2026, 23:00 UTC",
    "nothing is sent. The planned change is suspended",
    "Switchboard tries again for 90 minutes.",
    "After that nothing is sent. It is marked as missed",
  ]) {
    expect(html).toContain(said);
  }
  expect(html).not.toContain("will be changed");
});

const asked = {
  customerID: "c1",
  change: { plan: "enterprise" },
  at: { local: "2026-11-24T00:00", zone, offset: "+01:00" },
  expected: {},
};

/** A console whose list of planned changes contains these entries. */
const recordOf = (planned: unknown[]) => ({ fetchQuery: async () => ({ planned }) }) as never;

test("a planned change whose answer was lost is found in the list, and no other one is", async () => {
  expect(isLost(Object.assign(new Error(), { problem: { code: "offline" } }))).toBe(true);
  expect(isLost(Object.assign(new Error(), { problem: { code: "invalid_request" } }))).toBe(false);
  const find = (planned: unknown[], staffID = "staff-1") => findPlanned(recordOf(planned), "sandbox", asked, staffID);
  expect(await find([plannedChange()])).toEqual(plannedChange());
  expect(await find([])).toBeUndefined();
  expect(await find([plannedChange()], "staff-2")).toBeUndefined();
  expect(await find([plannedChange({ change: { plan: "professional" } })])).toBeUndefined();
  expect(await find([plannedChange({ local: "2026-11-25T00:00" })])).toBeUndefined();
});
