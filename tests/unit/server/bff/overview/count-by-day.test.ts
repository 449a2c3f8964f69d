import fc from "fast-check";
import { expect, test } from "vitest";
import { countByDay } from "#server/bff/core/count-by-day.ts";

const row = (at: string | undefined, series = "in") => ({ at, series });

test("rows are counted by their UTC day, for any zone of their time", () => {
  const counted = countByDay([
    row("2026-11-03T23:30:00.000Z"),
    row("2026-11-03T23:30:00-02:00", "out"),
    row("2026-11-03T00:30:00+01:00"),
    row("2026-11-03T00:00:00.000Z", "out"),
  ]);
  expect(counted).toEqual({
    series: ["in", "out"],
    days: [
      { day: "2026-11-02", counts: [1, 0] },
      { day: "2026-11-03", counts: [1, 1] },
      { day: "2026-11-04", counts: [0, 1] },
    ],
    withoutDay: 0,
    order: "none",
  });
});

test.each([
  ["newest", ["2026-11-03T02:00:00Z", "2026-11-03T01:00:00Z", "2026-11-03T01:00:00Z"]],
  ["oldest", ["2026-11-03T01:00:00Z", "2026-11-03T02:00:00Z"]],
  ["none", ["2026-11-03T01:00:00Z", "2026-11-03T02:00:00Z", "2026-11-03T01:30:00Z"]],
])("the order %s is recognised from the times", (order, times) => {
  expect(countByDay(times.map((at) => row(at))).order).toBe(order);
});

test("rows without a readable time, and times on days that do not exist, are counted separately", () => {
  const counted = countByDay([
    row(undefined),
    row("yesterday"),
    row("1969-12-31T23:59:59Z"),
    row("+010000-01-01T00:00:00Z"),
  ]);
  expect(counted).toEqual({ series: [], days: [], withoutDay: 4, order: "newest" });
});

test("no value of an API can make the answer endless, or change a prototype", () => {
  const names = ["__proto__", "constructor", "", ...Array.from({ length: 500 }, (_, index) => `word ${index}`)];
  const counted = countByDay(names.map((name) => row("2026-11-03T00:00:00Z", name)));
  expect(counted.series.length).toBe(20);
  expect(counted.days[0]?.counts.reduce((sum, count) => sum + count, 0)).toBe(names.length);
});

test("no row is lost and no row is counted twice", () => {
  const instants = fc.option(
    fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(fc.record({ at: instants, series: fc.constantFrom("", "in", "out") })), (rows) => {
      const { days, withoutDay, series } = countByDay(rows);
      const counted = days.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
      expect(counted + withoutDay).toBe(rows.length);
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
      expect(days.every(({ counts }) => counts.length === series.length)).toBe(true);
    }),
  );
});
