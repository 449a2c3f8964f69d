import { expect, test } from "vitest";
import type { ExportTimes } from "#lib/contract/console/scheduled-export.ts";
import { exportTimesWords } from "#lib/format/export-times.ts";
import { nextDue, passedTimes } from "#server/bff/scheduled-exports/due-times.ts";

const zone = "Europe/Berlin";
const after = (at: string, times: ExportTimes, inZone = zone) =>
  new Date(nextDue({ times, zone: inZone }, Date.parse(at))).toISOString().slice(0, 16);

test.each<[string, ExportTimes, string, string]>([
  ["every day, later today", { every: "day", time: "07:00" }, "2026-11-27T05:59:00Z", "2026-11-27T06:00"],
  [
    "every day, not at the same instant again",
    { every: "day", time: "07:00" },
    "2026-11-27T06:00:00Z",
    "2026-11-28T06:00",
  ],
  [
    "weekdays, over a weekend",
    { every: "week", days: [1, 2, 3, 4, 5], time: "07:00" },
    "2026-11-27T06:00:00Z",
    "2026-11-30T06:00",
  ],
  [
    "the last day of a short month",
    { every: "month", day: "last", time: "23:30" },
    "2027-02-01T00:00:00Z",
    "2027-02-28T22:30",
  ],
  [
    "a day of the month, over a year",
    { every: "month", day: 1, time: "00:00" },
    "2026-12-01T00:00:00Z",
    "2026-12-31T23:00",
  ],
  [
    "a time that the clocks skip, later by the hour",
    { every: "day", time: "02:30" },
    "2027-03-27T12:00:00Z",
    "2027-03-28T01:30",
  ],
  [
    "a time that the clocks repeat, the first time",
    { every: "day", time: "02:30" },
    "2026-10-24T12:00:00Z",
    "2026-10-25T00:30",
  ],
  [
    "not a second time when the clocks repeat it",
    { every: "day", time: "02:30" },
    "2026-10-25T00:30:00Z",
    "2026-10-26T01:30",
  ],
])("a schedule is due: %s", (_name, times, at, expected) => {
  expect(after(at, times)).toBe(expected);
});

test("the days of a schedule are days in its time zone", () => {
  expect(after("2026-11-27T12:00:00Z", { every: "day", time: "00:30" }, "Pacific/Auckland")).toBe("2026-11-28T11:30");
});

test("only the last of several due times gets a run, and the others are counted", () => {
  const schedule = { times: { every: "day", time: "07:00" }, zone: "UTC" } as const;
  const due = Date.parse("2026-11-20T07:00:00Z");
  const passed = passedTimes(schedule, due, Date.parse("2026-11-27T12:00:00Z"));
  expect(new Date(passed.lastMs).toISOString()).toBe("2026-11-27T07:00:00.000Z");
  expect(new Date(passed.nextMs).toISOString()).toBe("2026-11-28T07:00:00.000Z");
  expect(passed.missed).toBe(7);
  expect(passedTimes(schedule, due, due)).toMatchObject({ lastMs: due, missed: 0 });
  const years = passedTimes(schedule, due, Date.parse("2036-11-27T12:00:00Z"));
  expect(years.missed).toBe(1_000);
  expect(new Date(years.nextMs).toISOString()).toBe("2036-11-28T07:00:00.000Z");
});

test.each<[ExportTimes, string]>([
  [{ every: "day", time: "07:00" }, "Every day at 07:00 Berlin time"],
  [{ every: "week", days: [5, 4, 3, 2, 1], time: "07:00" }, "Every weekday at 07:00 Berlin time"],
  [{ every: "week", days: [7, 1], time: "07:00" }, "Every Monday, Sunday at 07:00 Berlin time"],
  [{ every: "month", day: 3, time: "07:00" }, "On day 3 of each month at 07:00 Berlin time"],
  [{ every: "month", day: "last", time: "07:00" }, "On the last day of each month at 07:00 Berlin time"],
])("the times of a schedule have words", (times, words) => {
  expect(exportTimesWords(times, zone)).toBe(words);
});
