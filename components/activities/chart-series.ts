import type { ActivitySummary } from "#lib/contract/customers/activity.ts";
import type { DayCounts } from "#lib/contract/day-counts.ts";
import { activitiesTexts as texts } from "./texts.ts";

/**
 * A direction in the chart. `isRest` is true for the series that sums up several directions. This series cannot be used
 * as a filter.
 */
export interface DirectionSeries {
  key: string;
  name: string;
  isRest?: true;
}

const maxSeries = 4;

/** The common directions come first, so that each customer's chart has the same order. */
const usual = [/^in(bound|coming)?$/i, /^out(bound|going)?$/i, /^internal$/i];
const rank = (name: string) => {
  const place = usual.findIndex((words) => words.test(name));
  return name === "" ? usual.length + 1 : place < 0 ? usual.length : place;
};

/** The chart's directions, four at most. If there are more directions, one series sums up the rest. */
export function chartSeries(summary: Pick<ActivitySummary, "series" | "days">): {
  series: DirectionSeries[];
  /** Maps each series of the summary to the index of its series in the chart. */
  places: number[];
} {
  const totals = summary.series.map((_, index) =>
    summary.days.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  );
  const order = summary.series
    .map((name, index) => ({ name, index }))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || (totals[b.index] ?? 0) - (totals[a.index] ?? 0));
  const own = order.length > maxSeries ? order.slice(0, maxSeries - 1) : order;
  const series = own.map(
    ({ name }): DirectionSeries =>
      name === "" ? { key: "", name: texts.noDirection, isRest: true } : { key: name, name },
  );
  if (order.length > own.length) series.push({ key: "…", name: texts.otherDirections, isRest: true });
  const places = summary.series.map((_, index) => {
    const place = own.findIndex((one) => one.index === index);
    return place < 0 ? series.length - 1 : place;
  });
  return { series, places };
}

/** The summary's days, with the counts grouped by the chart's series. */
export function groupChartDays(
  summary: ActivitySummary,
  series: readonly DirectionSeries[],
  places: readonly number[],
): DayCounts {
  return {
    series: series.map(({ key }) => key),
    days: summary.days.map(({ day, counts }) => {
      const sums = series.map(() => 0);
      counts.forEach((count, index) => {
        const place = places[index] ?? 0;
        sums[place] = (sums[place] ?? 0) + count;
      });
      return { day, counts: sums };
    }),
    withoutDay: summary.withoutDay,
    order: summary.order,
  };
}
