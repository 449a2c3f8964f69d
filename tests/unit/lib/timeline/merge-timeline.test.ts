import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActivitySummary } from "#lib/contract/customers/activity.ts";
import { mergeTimeline, withActivityRuns } from "#lib/timeline/merge-timeline.ts";

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const entry = (hour: number, name = "") => ({ at: at(hour), name });

describe("a merged timeline", () => {
  test("the timeline has no entry that is older than an entry which is not loaded yet", () => {
    const merged = mergeTimeline(
      [
        { entries: [entry(9), entry(7)], hasOlder: true },
        { entries: [entry(8), entry(6), entry(2)], hasOlder: false },
      ],
      20,
    );
    expect(merged).toEqual({ entries: [entry(9), entry(8), entry(7)], hasOlder: true });
  });

  test("the timeline shows every entry once, without a gap, when its parts are loaded one after another", () => {
    const list = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
        const sorted = lists.map((hours, index) =>
          hours.toSorted((a, b) => b - a).map((hour, place) => entry(hour, `${index} ${place}`)),
        );
        const whole = sorted.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1));
        let before: readonly { at: string; name: string }[] = [];
        for (let parts = 1; ; parts += 1) {
          const loaded = sorted.map((entries) => ({
            entries: entries.slice(0, parts * 10),
            hasOlder: entries.length > parts * 10,
          }));
          const { entries, hasOlder } = mergeTimeline(loaded, parts * 20);
          // Entries that were shown before are still shown. The shown entries have the same times as the newest entries
          // of the complete list.
          expect(before.every((shown) => entries.includes(shown))).toBe(true);
          expect(entries.map((one) => one.at)).toEqual(whole.slice(0, entries.length).map((one) => one.at));
          if (!hasOlder) {
            expect(new Set(entries)).toEqual(new Set(whole));
            break;
          }
          before = entries;
        }
      }),
    );
  });
});

const summary = (days: Record<string, number[]>, changes: Partial<ActivitySummary> = {}): ActivitySummary => {
  const counts = Object.entries(days).map(([day, of]) => ({ day, counts: of }));
  const total = counts.reduce((sum, { counts: of }) => sum + of.reduce((one, other) => one + other, 0), 0);
  return {
    asOf: "2026-11-27T10:00:00.000Z",
    coverage: { looked: total, total },
    window: { datefrom: "1970-01-01", defaulted: false },
    series: ["inbound", "outbound"],
    days: counts,
    withoutDay: 0,
    order: "newest",
    ...changes,
  };
};

describe("the activities of a timeline", () => {
  const days = { "2026-11-20": [1, 2], "2026-11-21": [3, 0], "2026-11-24": [0, 5] };
  const note = { at: "2026-11-22T12:00:00.000Z" };

  test("activities are one group if nothing else happened between their days", () => {
    expect(withActivityRuns({ entries: [note], hasOlder: false }, summary(days))).toEqual([
      { from: "2026-11-24", to: "2026-11-24", counts: [0, 5], isPartial: false },
      note,
      { from: "2026-11-20", to: "2026-11-21", counts: [4, 2], isPartial: false },
    ]);
  });

  test("activities end at the last entry while older entries are not loaded", () => {
    expect(withActivityRuns({ entries: [note], hasOlder: true }, summary(days))).toEqual([
      { from: "2026-11-24", to: "2026-11-24", counts: [0, 5], isPartial: false },
      note,
    ]);
  });

  test("the day at which the read ended is marked as incomplete", () => {
    const partly = (order: ActivitySummary["order"]) =>
      withActivityRuns(
        { entries: [note], hasOlder: false },
        summary(days, { coverage: { looked: 11, total: 900 }, order }),
      ).flatMap((line) => ("isPartial" in line ? line.isPartial : []));
    expect(partly("newest")).toEqual([false, true]);
    expect(partly("oldest")).toEqual([true, false]);
    expect(partly("none")).toEqual([true, true]);
  });

  test("without a summary no activities are shown", () => {
    expect(withActivityRuns({ entries: [note], hasOlder: false }, undefined)).toEqual([note]);
  });
});
