import { expect, test } from "vitest";
import { calendarMonth, entriesByDay, laterMonth } from "#lib/planned/calendar-days.ts";
import { plannedChange, plannedStep } from "#tests/fixtures/planned-change.ts";

test("a month is shown in whole weeks that begin on Monday", () => {
  const { weeks, from, to } = calendarMonth("2026-11");
  expect(weeks).toHaveLength(6);
  expect([from, to]).toEqual(["2026-10-26", "2026-12-07"]);
  expect(weeks.flat()).toContain("2026-11-30");
  expect(calendarMonth("2027-02").weeks).toHaveLength(4);
});

test.each([
  ["2026-11", 1, "2026-12"],
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
])("from %s, %i months later is %s", (month, months, later) => {
  expect(laterMonth(month, months)).toBe(later);
});

test("a step is on the day on which it is due in the calendar's zone", () => {
  expect([...entriesByDay([plannedChange()], "Europe/Amsterdam").keys()]).toEqual(["2026-11-24"]);
  expect([...entriesByDay([plannedChange()], "UTC").keys()]).toEqual(["2026-11-23"]);
});

test("plan and term that change together are one entry, their revert is another entry, and each day is in order", () => {
  const end = { dueAt: "2026-11-24T22:00:00.000Z", kind: "revert" } as const;
  const steps = [
    plannedStep(),
    plannedStep({ stepID: "step-2", order: 2, change: { term: "monthly" } }),
    plannedStep({ ...end, stepID: "step-3", order: 3 }),
    plannedStep({ ...end, stepID: "step-4", order: 4, change: { term: "12-months" } }),
  ];
  const entries = entriesByDay([plannedChange({ steps })], "Europe/Amsterdam").get("2026-11-24") ?? [];
  expect(entries.map(({ step, time }) => [step.stepID, time])).toEqual([
    ["step-1", "00:00"],
    ["step-3", "23:00"],
  ]);
});
