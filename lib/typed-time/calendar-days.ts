import { isCalendarDay, startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";

/** Arithmetic with calendar days `YYYY-MM-DD`. It needs no time zone, because a calendar day has none. */

const two = (value: number) => String(value).padStart(2, "0");

/** Returns the calendar day with these numbers. Undefined if there is no such day, such as 31 February. */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const day = `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`;
  return isCalendarDay(day) ? day : undefined;
}

export const yearOf = (day: string): number => Number(day.slice(0, 4));
export const monthOf = (day: string): number => Number(day.slice(5, 7));
const dateOf = (day: string): number => Number(day.slice(8, 10));

/** The weekday of a day, 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(startOfUtcDay(day)).getUTCDay();

/** Returns the day that is `count` days later. Undefined outside the years 1970 to 9999. */
export function addDays(day: string, count: number): string | undefined {
  const result = startOfUtcDay(day) + count * dayMs;
  if (Math.abs(result) > 8.64e15) return undefined;
  const text = utcDay(result);
  return isCalendarDay(text) ? text : undefined;
}

/**
 * Returns the same date `count` months later, or the last day of that month if the month is shorter. Undefined outside
 * the years 1970 to 9999.
 */
export function addMonths(day: string, count: number): string | undefined {
  const months = yearOf(day) * 12 + monthOf(day) - 1 + count;
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  for (let date = dateOf(day); date >= 28; date--) {
    const found = dayOf(year, month, date);
    if (found !== undefined) return found;
  }
  return dayOf(year, month, dateOf(day));
}
