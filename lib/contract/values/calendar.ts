import { dayMs } from "#lib/contract/values/time-units.ts";

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/**
 * True for an existing calendar day `YYYY-MM-DD` in the years 1970 to 9999. The check does not use `Date`, because a
 * time zone could shift the day.
 */
export function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Parses a calendar day from a URL. Undefined for any other text. */
export function calendarDayFrom(text: string | null): string | undefined {
  return text !== null && isCalendarDay(text) ? text : undefined;
}

/** The first instant of an existing UTC day, in milliseconds since 1970. */
export function startOfUtcDay(day: string): number {
  const [year, month, dayOfMonth] = day.split("-").map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, dayOfMonth);
}

/** The UTC day of an instant, as `YYYY-MM-DD`. The instant is in milliseconds since 1970. */
export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** The UTC day of the instant `days` days before `nowMs`, which is in milliseconds since 1970. */
export function utcDaysAgo(nowMs: number, days: number): string {
  return utcDay(nowMs - days * dayMs);
}

/** True for a range of days that does not end before it starts. The first day, the last day or both may be absent. */
export function isValidWindow(window: { datefrom?: string | undefined; dateto?: string | undefined }): boolean {
  return !window.datefrom || !window.dateto || window.datefrom <= window.dateto;
}
