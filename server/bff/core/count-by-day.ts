import type { DayCounts, RowOrder } from "#lib/contract/day-counts.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";

interface Counted {
  /** The time as an ISO 8601 instant. Undefined if the API does not provide it. */
  at: string | undefined;
  /** The series in which the row is counted. Empty if the API provides no value. */
  series: string;
  /** The number of rows with this time and series. Default: 1. */
  count?: number | undefined;
}

/**
 * The maximum number of series, so that an answer cannot grow without limit. All remaining series are counted together
 * in the last series.
 */
const maxSeries = 20;

/** Counts rows by UTC day and series. Rows without a valid time are counted separately. */
export function countByDay(rows: readonly Counted[]): DayCounts {
  const series: string[] = [];
  const days = new Map<string, number[]>();
  const times: number[] = [];
  for (const row of rows) {
    const atMs = row.at === undefined ? Number.NaN : Date.parse(row.at);
    if (!isCountable(atMs)) continue;
    times.push(atMs);
    const day = utcDay(atMs);
    const counts = days.get(day) ?? [];
    const place = placeOf(series, row.series);
    counts[place] = (counts[place] ?? 0) + (row.count ?? 1);
    days.set(day, counts);
  }
  return {
    series,
    days: [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, counts]) => ({ day, counts: series.map((_, index) => counts[index] ?? 0) })),
    withoutDay: rows.length - times.length,
    order: orderOf(times),
  };
}

/** True for a time in the years 1970 to 9999. Other times have no valid calendar day. */
function isCountable(atMs: number): boolean {
  return atMs >= 0 && atMs < 253_402_300_800_000;
}

function placeOf(series: string[], name: string): number {
  const knownIndex = series.indexOf(name);
  if (knownIndex >= 0) return knownIndex;
  if (series.length >= maxSeries) return maxSeries - 1;
  return series.push(name) - 1;
}

function orderOf(times: readonly number[]): RowOrder {
  const follows = (isRight: (before: number, after: number) => boolean) =>
    times.every((time, index) => index === 0 || isRight(times[index - 1] ?? time, time));
  if (follows((before, after) => before >= after)) return "newest";
  return follows((before, after) => before <= after) ? "oldest" : "none";
}
