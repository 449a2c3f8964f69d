import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DayCounts } from "#lib/contract/day-counts.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { dayBars } from "#lib/day-bars.ts";

const counts = (days: Record<string, number>, order: DayCounts["order"] = "newest"): DayCounts => ({
  series: ["in"],
  days: Object.entries(days).map(([day, count]) => ({ day, counts: [count] })),
  withoutDay: 0,
  order,
});
const all = { looked: 10, total: 10 };
const some = { looked: 10, total: 20 };

describe("the bars of a chart by days", () => {
  test("every day of the window has a bar, also days without any row", () => {
    const bars = dayBars({
      counts: counts({ "2026-02-28": 2, "2026-03-02": 1 }),
      coverage: all,
      from: "2026-02-27",
      to: "2026-03-02",
    });
    expect(bars.map(({ from, to, counts: [count], counted }) => [from, to, count, counted])).toEqual([
      ["2026-02-27", "2026-02-27", 0, "whole"],
      ["2026-02-28", "2026-02-28", 2, "whole"],
      ["2026-03-01", "2026-03-01", 0, "whole"],
      ["2026-03-02", "2026-03-02", 1, "whole"],
    ]);
  });

  test("without a first day the bars begin at the first row, and without rows there are no bars", () => {
    const given = { coverage: all, from: undefined, to: "2026-03-02" };
    expect(dayBars({ ...given, counts: counts({ "2026-03-01": 1 }) }).map(({ from }) => from)).toEqual([
      "2026-03-01",
      "2026-03-02",
    ]);
    expect(dayBars({ ...given, counts: counts({}) })).toEqual([]);
  });

  test.each([
    ["newest", ["not", "partly", "whole", "whole"]],
    ["oldest", ["whole", "whole", "partly", "not"]],
    ["none", ["partly", "partly", "partly", "partly"]],
  ] as const)(
    "if only a part of the rows is read, the %s first, some days are marked as not fully counted",
    (order, expected) => {
      const bars = dayBars({
        counts: counts({ "2026-03-02": 3, "2026-03-03": 7 }, order),
        coverage: some,
        from: "2026-03-01",
        to: "2026-03-04",
      });
      expect(bars.map(({ counted }) => counted)).toEqual(expected);
    },
  );

  test("neighbouring days without any counted row are one bar", () => {
    const bars = dayBars({ counts: counts({ "2026-03-20": 7 }), coverage: some, from: "2026-03-01", to: "2026-03-21" });
    expect(bars.map(({ from, to, counted }) => [from, to, counted])).toEqual([
      ["2026-03-01", "2026-03-19", "not"],
      ["2026-03-20", "2026-03-20", "partly"],
      ["2026-03-21", "2026-03-21", "whole"],
    ]);
  });

  test("too many days become weeks that begin on Monday, cut at the ends of the window", () => {
    const bars = dayBars({ counts: counts({}), coverage: all, from: "2026-06-03", to: "2026-11-20" });
    expect(bars[0]).toMatchObject({ from: "2026-06-03", to: "2026-06-07" });
    expect(bars[1]).toMatchObject({ from: "2026-06-08", to: "2026-06-14" });
    expect(bars.at(-1)).toMatchObject({ from: "2026-11-16", to: "2026-11-20" });
  });

  test("for any rows and any window, no row is lost, every day occurs once, and there are never too many bars", () => {
    const day = fc.integer({ min: 0, max: 2_932_896 }).map((number) => utcDay(number * dayMs));
    const given = fc.record({
      rows: fc.array(fc.tuple(day, fc.nat(50), fc.nat(50)), { maxLength: 30 }),
      from: fc.option(day, { nil: undefined }),
      to: day,
      order: fc.constantFrom("newest", "oldest", "none"),
      missing: fc.nat(3),
    });
    fc.assert(
      fc.property(given, ({ rows, from, to, order, missing }) => {
        const unique = [...new Map(rows.map((row) => [row[0], row])).values()].toSorted(([a], [b]) => (a < b ? -1 : 1));
        const total = unique.reduce((sum, [, one, two]) => sum + one + two, 0);
        const bars = dayBars({
          counts: {
            series: ["in", "out"],
            days: unique.map(([at, one, two]) => ({ day: at, counts: [one, two] })),
            withoutDay: 0,
            order,
          },
          coverage: { looked: total, total: total + missing },
          from,
          to,
        });
        expect(bars.length).toBeLessThanOrEqual(100);
        expect(bars.flatMap((bar) => bar.counts).reduce((sum, count) => sum + count, 0)).toBe(total);
        bars.forEach((bar, index) => {
          expect(bar.from <= bar.to).toBe(true);
          const next = bars[index + 1];
          if (next) expect(Date.parse(next.from) - Date.parse(bar.to)).toBe(dayMs);
        });
        if (missing === 0) expect(bars.every(({ counted }) => counted === "whole")).toBe(true);
      }),
    );
  });
});
