import { pageLocale } from "./page-language.ts";

type Detail = "short" | "long";

const options: Readonly<Record<Detail, Intl.DateTimeFormatOptions>> = {
  short: { day: "numeric", month: "short" },
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
};

const rangeOptions: Readonly<Record<Detail, Intl.DateTimeFormatOptions>> = {
  short: { day: "numeric", month: "short" },
  long: { day: "numeric", month: "long", year: "numeric" },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(kind: string, chosen: Intl.DateTimeFormatOptions, locale: string): Intl.DateTimeFormat {
  const key = `${kind} ${locale}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...chosen, timeZone: "UTC" });
    formatters.set(key, found);
  }
  return found;
}

/** Returns midnight UTC of a calendar day. The formatters use UTC too, so no time zone can shift the day. */
function midnight(day: string): number {
  const [year, month, date] = day.split("-").map(Number);
  return Date.UTC(year ?? 1970, (month ?? 1) - 1, date ?? 1);
}

/** A calendar day in the language of the locale: `3 Nov`, `Tuesday, 3 November 2026`. */
export function formatDay(day: string, detail: Detail, locale = pageLocale): string {
  return formatter(`day ${detail}`, options[detail], locale).format(midnight(day));
}

/** A calendar day with its year: `5 November 2026`. */
export function formatCalendarDay(day: string, locale = pageLocale): string {
  return formatter("calendar", rangeOptions.long, locale).format(midnight(day));
}

/** Formats the days from `from` to `to`, both included. If both are equal, formats a single day. */
export function formatDays(from: string, to: string, detail: Detail, locale = pageLocale): string {
  if (from === to) return formatDay(from, detail, locale);
  return formatter(`range ${detail}`, rangeOptions[detail], locale).formatRange(midnight(from), midnight(to));
}

/**
 * Formats a range of days as `YYYY-MM-DD – YYYY-MM-DD`. It does not use Intl, so the server and the browser produce the
 * same text.
 */
export function formatDaysStable(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`;
}

/** Formats a month such as `2026-11` as `November 2026`. */
export function formatMonth(month: string, locale = pageLocale): string {
  return formatter("month", { month: "long", year: "numeric" }, locale).format(midnight(`${month}-01`));
}

/** The weekday of a calendar day: `Mon`, `Monday`. */
export function formatWeekday(day: string, weekday: "short" | "long", locale = pageLocale): string {
  return formatter(`weekday ${weekday}`, { weekday }, locale).format(midnight(day));
}

/** A calendar day with its weekday: `Tue 1 December 2026`. */
export function formatWeekdayAndDay(day: string, locale = pageLocale): string {
  return `${formatWeekday(day, "short", locale)} ${formatCalendarDay(day, locale)}`;
}
