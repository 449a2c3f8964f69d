import { expect, test } from "vitest";
import { chartSeries, groupChartDays } from "#components/activities/chart-series.ts";
import { coverageText } from "#components/activities/texts.ts";

const day = (counts: number[]) => ({ day: "2026-11-03", counts });

test("the usual directions come first, in the same order for every customer", () => {
  const given = { series: ["internal", "outbound", "inbound"], days: [day([9, 1, 2])] };
  const { series, places } = chartSeries(given);
  expect(series.map(({ key }) => key)).toEqual(["inbound", "outbound", "internal"]);
  expect(places).toEqual([2, 1, 0]);
});

test("activities without a direction and of rare directions are shown as Other, which cannot be chosen", () => {
  const given = { series: ["", "a", "b", "c", "d"], days: [day([1, 2, 3, 4, 5])] };
  const { series, places } = chartSeries(given);
  expect(series).toEqual([
    { key: "d", name: "d" },
    { key: "c", name: "c" },
    { key: "b", name: "b" },
    { key: "…", name: "Other", isRest: true },
  ]);
  const summary = {
    ...given,
    asOf: "",
    coverage: { looked: 15, total: 15 },
    window: { datefrom: "", defaulted: true },
    withoutDay: 0,
    order: "newest" as const,
  };
  expect(groupChartDays(summary, series, places).days).toEqual([day([5, 4, 3, 3])]);
  expect(chartSeries({ series: [""], days: [day([1])] }).series).toEqual([
    { key: "", name: "No direction", isRest: true },
  ]);
});

test.each([
  ["newest", 60, 60, "All 60 activities."],
  ["newest", 500, 1_240, "The latest 500 of 1240 activities. Days with a dashed outline are not fully counted."],
  ["oldest", 500, 1_240, "The first 500 of 1240 activities. Days with a dashed outline are not fully counted."],
  ["none", 500, 1_240, "500 of 1240 activities. Any day may be incomplete."],
] as const)("the chart describes its coverage with %s first: %d of %d", (order, looked, total, words) => {
  expect(coverageText({ looked, total }, order, String, (value) => `${value} activities`)).toBe(words);
});
