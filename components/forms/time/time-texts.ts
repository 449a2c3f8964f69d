import { zonedTimeTexts } from "#components/ui/time/zoned-time-texts.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import { formatWeekdayAndDay } from "#lib/format/format-day.ts";
import { printTime, printTimeInZone } from "#lib/typed-time/print-time.ts";
import { maxTypedTime, type TypedTime, type UnreadReason } from "#lib/typed-time/read-typed-time.ts";

/** The kind of time that a field asks for: a time, a day, or the last day of a range. */
export type TimeUnit = "minute" | "day" | "last-day";

const examples = {
  future: "1 dec 14:00, tomorrow 9:00 or in 30 days",
  past: "1 dec 14:00, yesterday 9:00 or 2 hours ago",
} as const;

const dayExamples = { day: "1 dec, yesterday or 30 days ago", "last-day": "15 dec, yesterday or for 7 days" } as const;

const example = (unit: TimeUnit, leans: "future" | "past") => (unit === "minute" ? examples[leans] : dayExamples[unit]);

/** Says why a text is not a date, and what to write instead. */
const unread: Readonly<Record<UnreadReason, (unit: TimeUnit, leans: "future" | "past") => string>> = {
  empty: (unit) => (unit === "minute" ? "Enter a date and a time" : "Enter a day"),
  "too-long": () => `Enter at most ${maxTypedTime} characters`,
  unknown: (unit, leans) =>
    `${unit === "minute" ? "Not a date and time" : "Not a date"}. Write for example ${example(unit, leans)}`,
  "no-such-day": () => "This day does not exist. Check day, month and year",
  "no-such-time": () => "This time does not exist. Write it with 24 hours, such as 14:00",
  "short-year": () => "Write the year with four digits, such as 2026",
  start: () => "This needs a start to count from. Enter the start, or write for example in 30 days",
  weekday: () => "The date is not on that weekday. Check both",
  time: () => "Enter a day without a time",
  offset: () => "The clocks of this zone do not show this time with that offset",
};

/** The reason why a text is ambiguous. */
type UnclearReason = Extract<TypedTime, { kind: "choose" }>["why"];

export const timeTexts = {
  zone: "Time zone",
  utc: "UTC",
  tooSoon: "Must be at least 2 minutes from now",
  tooLate: "Must be within 365 days",
  endsFirst: "Must be at least 2 minutes after the start",
  choose: "Choose one of the two readings",
  unread: (why: UnreadReason, unit: TimeUnit, leans: "future" | "past") => unread[why](unit, leans),
  /** Shown while the field is empty. */
  example: (unit: TimeUnit, leans: "future" | "past") => `For example ${example(unit, leans)}`,
  unclear: {
    order: "This date has two readings. Choose one:",
    weekday: "This can mean two days. Choose one:",
    missing: "The clocks skip this time on that day. Choose one:",
    twice: "The clocks show this time twice on that day. Choose one:",
  } satisfies Record<UnclearReason, string>,
  /** One of the meanings to choose from. When clocks change, only the offset distinguishes the two times. */
  choice: (reading: TimeReading, why: UnclearReason, unit: TimeUnit): string => {
    if (unit !== "minute") return formatWeekdayAndDay(reading.local.slice(0, 10));
    const offset = zonedTimeTexts.offset(reading.offset);
    return why === "missing" ? `${printTime(reading)} ${offset}` : printTime(reading);
  },
  /** The meaning of a text in words, with its time zone. */
  inWords: (reading: TimeReading, unit: TimeUnit): string => {
    if (unit === "minute") return printTimeInZone(reading);
    const day = formatWeekdayAndDay(reading.local.slice(0, 10));
    return unit === "day" ? `From ${day} (UTC)` : `To the end of ${day} (UTC)`;
  },
  inUTC: (utc: TimeReading) => `${printTime(utc)} UTC`,
  presets: "Suggestions",
};
