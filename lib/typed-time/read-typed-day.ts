import { addDays, addMonths, dayOf, monthOf, weekdayOf, yearOf } from "./calendar-days.ts";
import { dayWords, minAbbreviation, monthNames, type Unit, units, weekdayNames } from "./words.ts";

export interface TypedDayOptions {
  /** The current time and the start of a period, as local times `YYYY-MM-DDTHH:MM`. */
  now: string;
  start: string | undefined;
  /**
   * Which day a date without a year means: the next such day, or the last such day. Today is a valid result in both
   * cases.
   */
  leans: "future" | "past";
  /** True if the text has a time of day. */
  hasClock: boolean;
  /** True if "for 7 days" counts the first day as one of the seven. */
  isInclusive: boolean;
}

/** The day or days that a text can mean. */
export type TypedDay =
  /** One or more possible days. `clock`: the time of day to use, because the text contains none. */
  | { kind: "days"; days: readonly string[]; why: "order" | "weekday"; clock: string }
  /** A number of minutes after the current time or after the start. */
  | { kind: "elapsed"; minutes: number; from: "now" | "start" }
  | { kind: "unread"; why: "unknown" | "no-such-day" | "short-year" | "start" | "weekday" };

const unread = (why: Extract<TypedDay, { kind: "unread" }>["why"]): TypedDay => ({ kind: "unread", why });

const midnight = "00:00";

function oneOf(days: readonly (string | undefined)[], why: "order" | "weekday", clock = midnight): TypedDay {
  const existing = [...new Set(days)].filter((day) => day !== undefined);
  return existing.length === 0 ? unread("no-such-day") : { kind: "days", days: existing, why, clock };
}

const one = (day: string | undefined, clock?: string) => oneOf([day], "order", clock);

/**
 * Returns the index of the first name that starts with the text. Returns -1 if no name does, or if the text is too
 * short.
 */
const indexOfName = (names: readonly string[], text: string) =>
  text.length < minAbbreviation ? -1 : names.findIndex((name) => name.startsWith(text));

/** February 29 exists at least once in any eight consecutive years, even around the year 2100. */
const yearsSearched = 8;

/**
 * Returns the nearest day with this month and date, in the future or in the past as `leans` says. Today is possible in
 * both cases. A future day is never before the start of the period. Undefined if no year has such a day.
 */
function nearestDay(month: number, date: number, { now, start, leans }: TypedDayOptions): string | undefined {
  const today = now.slice(0, 10);
  const isPast = leans === "past";
  const from = !isPast && start !== undefined && start.slice(0, 10) > today ? start.slice(0, 10) : today;
  for (let step = 0; step <= yearsSearched; step++) {
    const day = dayOf(yearOf(from) + (isPast ? -step : step), month, date);
    if (day !== undefined && (isPast ? day <= from : day >= from)) return day;
  }
  return undefined;
}

/** Returns the day of a date whose year may be missing. */
const dated = (year: string | undefined, month: number, date: number, options: TypedDayOptions) =>
  year === undefined ? nearestDay(month, date, options) : dayOf(Number(year), month, date);

/**
 * Parses dates written in numbers: `2026-12-01`, `1.12.2026`, `1/12/2026`. After a year, the month comes before the
 * day. In a date that does not start with a year, the day comes first if the separator is a dot. With any other
 * separator, the day or the month can come first.
 */
function readNumbers(text: string, options: TypedDayOptions): TypedDay | undefined {
  const [, year, yearSign, month, date] = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? [];
  if (yearSign !== undefined) return one(dayOf(Number(year), Number(month), Number(date)));
  if (/^\d{1,2}([./-])\d{1,2}\1\d{2}$/.test(text)) return unread("short-year");
  const [, first, sign, second, lastYear] = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4})|\.)?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const [left, right] = [Number(first), Number(second)];
  const dayFirst = dated(lastYear, right, left, options);
  return oneOf(sign === "." ? [dayFirst] : [dayFirst, dated(lastYear, left, right, options)], "order");
}

/** Parses dates with the name of a month: `1 dec`, `dec 1 2026`, `2026 december 1`. */
function readNamedMonth(words: readonly string[], options: TypedDayOptions): TypedDay | undefined {
  const at = words.findIndex((word) => indexOfName(monthNames, word) >= 0);
  const numbers = words.filter((_, index) => index !== at);
  if (at < 0 || !numbers.every((word) => /^\d{1,4}$/.test(word))) return undefined;
  const years = numbers.filter((word) => word.length === 4);
  const [date, shortYear] = numbers.filter((word) => word.length <= 2);
  if (shortYear !== undefined) return unread("short-year");
  if (date === undefined || years.length > 1 || numbers.length > years.length + 1) return undefined;
  return one(dated(years[0], indexOfName(monthNames, words[at] ?? "") + 1, Number(date), options));
}

const minutesOf: Readonly<Partial<Record<Unit, number>>> = { minute: 1, hour: 60 };

/** Returns the day that is `count` days, weeks, months or years after the day of the local time `local`. */
function after(local: string, count: number, unit: Unit): string | undefined {
  const day = local.slice(0, 10);
  if (unit === "day" || unit === "week") return addDays(day, unit === "week" ? count * 7 : count);
  return addMonths(day, unit === "year" ? count * 12 : count);
}

const amountPattern = /^(in|for|\+|-)? ?(\d{1,5}) ?([a-z]+)( ago)?$/;

/**
 * Parses `in 30 days`, `+2h`, `3 weeks ago`, counted from now. Parses `for 30 days` and `30 days`, counted from the
 * start of the period.
 */
function readAmount(text: string, options: TypedDayOptions): TypedDay | undefined {
  const [, sign, digits, word = "", ago] = amountPattern.exec(text) ?? [];
  const unit = units.get(word);
  if (unit === undefined || (ago !== undefined && sign !== undefined)) return undefined;
  const isSpan = sign === "for" || (sign === undefined && ago === undefined);
  if (isSpan && options.start === undefined) return unread("start");
  const count = Number(digits) * (sign === "-" || ago !== undefined ? -1 : 1);
  const minutes = minutesOf[unit];
  if (minutes !== undefined) {
    // Minutes and hours lead to an exact time of day, so the text cannot contain a second time of day.
    if (options.hasClock) return unread("unknown");
    return { kind: "elapsed", minutes: count * minutes, from: isSpan ? "start" : "now" };
  }
  const base = (isSpan ? options.start : undefined) ?? options.now;
  const end = after(base, count, unit);
  const last = isSpan && options.isInclusive && end !== undefined ? addDays(end, -1) : end;
  return one(last, base.slice(11));
}

/**
 * Parses `friday` and `next friday`. "Next" can mean this week or the week after, so both days are offered. The name of
 * today's weekday can mean today or the day one week away, so both days are offered too.
 */
function readWeekday(words: readonly string[], { now, leans }: TypedDayOptions): TypedDay | undefined {
  const [first = "", second] = words;
  const isNext = first === "next" && leans === "future" && words.length === 2;
  const weekday = indexOfName(weekdayNames, isNext ? (second ?? "") : first);
  if (weekday < 0 || (!isNext && words.length > 1)) return undefined;
  const today = now.slice(0, 10);
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const days = leans === "past" ? [ahead === 0 ? 0 : ahead - 7, -7] : [ahead, ahead + 7];
  const isBoth = isNext || ahead === 0;
  return oneOf(
    (isBoth ? days : days.slice(0, 1)).map((count) => addDays(today, count)),
    "weekday",
  );
}

const monthWords: ReadonlyMap<string, number> = new Map([
  ["last", -1],
  ["this", 0],
  ["next", 1],
]);

/** Parses `1st of next month`. */
function readDateOfMonth(words: readonly string[], { now }: TypedDayOptions): TypedDay | undefined {
  const [date = "", which = "", month, more] = words;
  const months = monthWords.get(which);
  if (months === undefined || month !== "month" || more !== undefined || !/^\d{1,2}$/.test(date)) return undefined;
  const first = addMonths(`${now.slice(0, 8)}01`, months);
  return one(first === undefined ? undefined : dayOf(yearOf(first), monthOf(first), Number(date)));
}

/** Parses a day without a time of day. The text must be in lower case, with single spaces. */
export function readTypedDay(typed: string, options: TypedDayOptions): TypedDay {
  const { now } = options;
  const today = now.slice(0, 10);
  // If the text contained only a time of day, it means today.
  if (typed === "") return one(today);
  if (typed === "now") return options.hasClock ? unread("unknown") : { kind: "elapsed", minutes: 0, from: "now" };
  const days = dayWords.get(typed);
  if (days !== undefined) return one(addDays(today, days));
  const words = typed
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, "$1")
    .replace(/(\d)(?=[a-z])/g, "$1 ")
    .replace(/([a-z])(?=\d)/g, "$1 ")
    .split(" ")
    .map((word) => word.replace(/^(\d{1,2}|[a-z]{3,})\.$/, "$1"))
    .filter((word) => word !== "of" && word !== "on" && word !== "the" && word !== "");
  const amount = readAmount(words.join(" "), options);
  if (amount) return amount;
  const weekday = readWeekday(words, options);
  if (weekday) return weekday;
  const named = words.length > 1 ? words.findIndex((word) => indexOfName(weekdayNames, word) >= 0) : -1;
  const rest = words.filter((_, index) => index !== named);
  const found = readNumbers(rest.join(" "), options) ?? readDateOfMonth(rest, options) ?? readNamedMonth(rest, options);
  if (!found) return unread("unknown");
  if (named < 0 || found.kind !== "days") return found;
  const matching = found.days.filter((day) => weekdayOf(day) === indexOfName(weekdayNames, words[named] ?? ""));
  return matching.length === 0 ? unread("weekday") : { ...found, days: matching };
}
