import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { Coverage, DayCounts } from "./contract/day-counts.ts";

/**
 * A bar of the chart. A bar covers one day. If there are too many days, each bar covers a week, a month, a year or
 * more. `from` and `to` are included.
 */
export interface DayBar {
  from: string;
  to: string;
  /** One count for each series of the chart. */
  counts: number[];
  /** How many rows of these days were counted. `whole`: all rows. `partly`: some rows. `not`: no rows. */
  counted: "whole" | "partly" | "not";
}

interface DayBarsOptions {
  counts: DayCounts;
  coverage: Coverage;
  /** The first and the last day of the window. If the first day is absent, the chart starts with the first row. */
  from: string | undefined;
  to: string;
}

/** The maximum number of bars. More bars would be too thin. */
const maxBars = 100;

const numberOf = (day: string) => {
  const [year, month, date] = day.split("-").map(Number);
  return Date.UTC(year ?? 1970, (month ?? 1) - 1, date ?? 1) / dayMs;
};
const dayOf = (number: number) => utcDay(number * dayMs);

/**
 * Maps a day to its bar: returns the first day of the bar, and the first day of the next bar. Days are numbers, counted
 * from 1970.
 */
type Stretch = (day: number) => [first: number, next: number];

const days: Stretch = (day) => [day, day + 1];

/** Weeks start on Monday. Day 0, the first day of 1970, was a Thursday. */
const weeks: Stretch = (day) => {
  const first = day - ((day + 3) % 7);
  return [first, first + 7];
};

function months(size: number): Stretch {
  return (day) => {
    const date = new Date(day * dayMs);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const start = (from: number) => Date.UTC(Math.floor(from / 12), from % 12, 1) / dayMs;
    const first = month - (month % size);
    return [start(first), start(first + size)];
  };
}

const stretches = [days, weeks, months(1), months(3), months(12), months(120), months(1_200)] as const;

function split(from: number, to: number, stretch: Stretch): [number, number][] | undefined {
  const parts: [number, number][] = [];
  for (let first = from; first <= to; ) {
    const next = stretch(first)[1];
    parts.push([first, Math.min(next - 1, to)]);
    if (parts.length > maxBars) return undefined;
    first = next;
  }
  return parts;
}

/**
 * Makes bars from counted days. Every day of the window belongs to a bar, even a day without rows. If there would be
 * more than a hundred bars, each bar covers several days. Adjacent bars whose `counted` is `not` are merged. If there
 * are rows outside the window, the chart is longer than the window and shows them too.
 */
export function dayBars({ counts, coverage, from, to }: DayBarsOptions): DayBar[] {
  const numbered = counts.days.map(({ day, counts: values }) => ({ day: numberOf(day), values }));
  const [first, last] = [numbered[0]?.day, numbered.at(-1)?.day];
  const begin = from === undefined ? first : Math.min(numberOf(from), first ?? Number.POSITIVE_INFINITY);
  if (begin === undefined) return [];
  const end = Math.max(numberOf(to), last ?? begin, begin);
  const parts = stretches.map((stretch) => split(begin, end, stretch)).find((found) => found !== undefined) ?? [];
  const isWhole = coverage.looked >= coverage.total;

  function countedIn(partFrom: number, partTo: number): DayBar["counted"] {
    if (isWhole) return "whole";
    if (first === undefined || last === undefined) return "not";
    // The list was read only up to a row of this day (the oldest or the newest counted day, depending on the order).
    // This day may have more rows.
    if (counts.order === "newest") return partFrom > first ? "whole" : partTo < first ? "not" : "partly";
    if (counts.order === "oldest") return partTo < last ? "whole" : partFrom > last ? "not" : "partly";
    return "partly";
  }

  let next = 0;
  const bars = parts.map(([partFrom, partTo]) => {
    const sums = counts.series.map(() => 0);
    for (; next < numbered.length && (numbered[next]?.day ?? 0) <= partTo; next += 1) {
      numbered[next]?.values.forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value;
      });
    }
    return { from: dayOf(partFrom), to: dayOf(partTo), counts: sums, counted: countedIn(partFrom, partTo) };
  });
  return mergeUncounted(bars, (first, last) => ({ ...first, to: last.to }));
}

/** Merges adjacent bars into one bar if `counted` is `not` for all of them. */
export function mergeUncounted<Part extends Pick<DayBar, "counted">>(
  bars: readonly Part[],
  merge: (first: Part, last: Part) => Part,
): Part[] {
  const merged: Part[] = [];
  for (const bar of bars) {
    const last = merged.at(-1);
    if (last?.counted === "not" && bar.counted === "not") merged[merged.length - 1] = merge(last, bar);
    else merged.push(bar);
  }
  return merged;
}
