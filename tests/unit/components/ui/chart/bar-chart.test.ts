import fc from "fast-check";
import { expect, test } from "vitest";
import { barSummary, pickSeries, totalText } from "#components/ui/chart/bar-chart-model.ts";
import { labelledIndexes, scaleLines } from "#components/ui/chart/bar-chart-scale.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [6, [0, 2, 4, 6]],
  [22, [0, 10, 20, 30]],
  [400, [0, 100, 200, 300, 400]],
])("a scale up to %d has the expected steps", (most, lines) => {
  expect(scaleLines(most)).toEqual(lines);
});

test("a scale reaches its greatest value in whole, equal steps, and has few lines", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (most) => {
      const lines = scaleLines(most);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
      expect(lines.length).toBeLessThanOrEqual(5);
      const steps = new Set(lines.slice(1).map((line, index) => line - (lines[index] ?? 0)));
      expect([...steps]).toHaveLength(1);
      expect(Number.isInteger([...steps][0])).toBe(true);
    }),
  );
});

test("the axis names the first and the last bar", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2, max: 8 }), (count, most) => {
      const labels = labelledIndexes(count, most);
      expect(labels[0]).toBe(0);
      expect(labels.at(-1)).toBe(count - 1);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels.length).toBeLessThanOrEqual(most);
    }),
  );
  expect(labelledIndexes(0, 5)).toEqual([]);
});

const bar = { key: "d", axis: "3 Nov", name: "3 November", counts: [7, 5], counted: "whole" as const };
const series = [
  { key: "in", name: "in" },
  { key: "out", name: "out" },
];
const forms = { one: "activity", other: "activities" };

test("a bar names its value, and says whether every entry was counted", () => {
  expect(barSummary(bar, series, forms, "en")).toBe("3 November: 12 activities, in 7, out 5");
  expect(barSummary({ ...bar, counts: [1] }, [{ key: "", name: "all" }], forms, "en")).toBe("3 November: 1 activity");
  expect(totalText({ ...bar, counted: "partly" }, forms, "en")).toBe("at least 12 activities");
  expect(totalText({ ...bar, counted: "not" }, forms, "en")).toBe("not counted");
});

test("a single series keeps its position and its colour", () => {
  expect(pickSeries([bar], 1)[0]?.counts).toEqual([0, 5]);
});
