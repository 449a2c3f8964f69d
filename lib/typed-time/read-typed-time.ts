import type { TimeReading } from "#lib/contract/errors.ts";
import { zoneCity } from "#lib/format/format-time.ts";
import { readInstant, readLocalTime } from "#lib/format/local-time.ts";
import { readTypedDay, type TypedDay, type TypedDayOptions } from "./read-typed-day.ts";

/**
 * The maximum length of a typed date, in characters. The longest text that the console itself produces has about 60.
 */
export const maxTypedTime = 100;

export interface TypedTimeOptions extends Pick<TypedDayOptions, "leans"> {
  /** The time zone of the field. */
  zone: string;
  nowMs: number;
  /** The time from which "for 30 days" is counted. */
  start?: TimeReading | undefined;
  /**
   * The precision of the field. With `day`, a time of day is refused, and "for 7 days" counts the first day as one of
   * the seven.
   */
  unit: "minute" | "day";
}

/** Why a text is not a valid date. */
export type UnreadReason =
  | "empty"
  | "too-long"
  | "unknown"
  | "no-such-day"
  | "no-such-time"
  | "short-year"
  | "start"
  | "weekday"
  | "time"
  | "offset";

/**
 * The meaning of a typed text. If the text has several meanings, the person must choose one. `order`: the day and the
 * month could be swapped. `weekday`: this week or next week. `missing` and `twice`: a clock change skips or repeats the
 * time.
 */
export type TypedTime =
  | { kind: "clear"; reading: TimeReading }
  | { kind: "choose"; why: "order" | "weekday" | "missing" | "twice"; readings: TimeReading[] }
  | { kind: "unread"; why: UnreadReason };

const unread = (why: UnreadReason): TypedTime => ({ kind: "unread", why });

/** Matches a time of day with 24 hours, or with am or pm. */
const clockPattern = /(?:^| )(?:at )?(?:(\d{1,2}):(\d{2})(?::00(?:\.0+)?)?(?: ?([ap]m))?|(\d{1,2}) ?([ap]m))(?= |$)/;

/** Separates the time of day from the rest of a text. */
function takeClock(text: string): { rest: string; clock?: string } | undefined {
  const match = clockPattern.exec(text);
  if (!match) return { rest: text };
  const [found, hours, minutes = "00", half, bareHours, bareHalf] = match;
  const [written, suffix] = [Number(hours ?? bareHours), half ?? bareHalf];
  if (suffix !== undefined && (written < 1 || written > 12)) return undefined;
  const hour = suffix === undefined ? written : (written % 12) + (suffix === "pm" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + found.length)}`;
  return { rest: rest.replace(/ +/g, " ").trim(), clock: `${String(hour).padStart(2, "0")}:${minutes}` };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}/;
const instantPattern = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:\d{2})$/;

/** Removes the field's zone, and an offset such as `(UTC+01:00)`, from the end of a text. */
function takeZone(text: string, zone: string): { rest: string; offset?: string } {
  const match = /^(.*?) ?\(?utc([+-]\d{2}:\d{2})\)?$/.exec(text);
  const rest = match?.[1] ?? text;
  const place = zoneCity(zone).toLowerCase();
  const name = [`${place} time`, place, zone.toLowerCase()].find((one) => rest === one || rest.endsWith(` ${one}`));
  const without = name === undefined ? rest : rest.slice(0, rest.length - name.length).trim();
  return { rest: without, ...(match?.[2] !== undefined && { offset: match[2] }) };
}

const normalise = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s,]+/g, " ")
    .trim();

/**
 * Parses a date with or without a time, as people type it: `1 dec`, `1 dec 2026 14:00`, `2026-12-01`, `tomorrow 9:00`,
 * `in 30 days`, `+2h`, `for 30 days`. A text has one meaning, several meanings to choose from, or none. The parser
 * never guesses (docs/decisions/0056-typed-dates.md).
 */
export function readTypedTime(typed: string, options: TypedTimeOptions): TypedTime {
  if (typed.length > maxTypedTime) return unread("too-long");
  const text = normalise(typed);
  if (text === "") return unread("empty");
  const { zone, nowMs, unit } = options;
  if (instantPattern.test(text)) return readInstantText(text, options);
  // UTC is the only other time zone that the parser accepts. The time is converted to the zone of the field.
  if (zone !== "UTC" && text.endsWith(" utc")) {
    const inUTC = readTypedTime(text, { ...options, zone: "UTC" });
    return inUTC.kind === "clear" ? { kind: "clear", reading: readInstant(inUTC.reading.at, zone) } : inUTC;
  }
  const { rest: withoutZone, offset } = takeZone(text.replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, "$1 "), zone);
  const taken = takeClock(withoutZone);
  if (!taken) return unread("no-such-time");
  const { rest, clock } = taken;
  if (rest === "" && clock === undefined) return unread("unknown");
  if (unit === "day" && clock !== undefined) return unread("time");
  const now = readInstant(new Date(nowMs).toISOString(), zone);
  const found = readTypedDay(rest, {
    now: now.local,
    // The start may have been chosen in a different time zone.
    start: options.start && readInstant(options.start.at, zone).local,
    leans: options.leans,
    hasClock: clock !== undefined,
    isInclusive: unit === "day",
  });
  return toTime(found, { options, now, clock, offset });
}

function readInstantText(text: string, { zone, unit }: TypedTimeOptions): TypedTime {
  if (unit === "day") return unread("time");
  const atMs = Date.parse(text.toUpperCase());
  // `Date` would silently move a day that does not exist into the next month.
  const isDay = dayPattern.test(text) && readLocalTime(`${text.slice(0, 10)}T00:00`, "UTC") !== undefined;
  if (!isDay) return unread("no-such-day");
  return Number.isNaN(atMs)
    ? unread("no-such-time")
    : { kind: "clear", reading: readInstant(new Date(atMs).toISOString(), zone) };
}

interface Parts {
  options: TypedTimeOptions;
  now: TimeReading;
  clock: string | undefined;
  offset: string | undefined;
}

/** Combines the day, the time of day and the offset. */
function toTime(found: TypedDay, { options: { zone, start, unit }, now, clock, offset }: Parts): TypedTime {
  switch (found.kind) {
    case "unread":
      return found;
    case "elapsed": {
      const base = found.from === "start" ? start : now;
      if (unit === "day" || !base) return unread(base ? "time" : "start");
      const atMs = Date.parse(base.at) + found.minutes * 60_000;
      if (!(atMs >= 0 && atMs <= maxAtMs)) return unread("no-such-day");
      return { kind: "clear", reading: readInstant(new Date(atMs).toISOString(), zone) };
    }
    case "days": {
      const locals = found.days.map((day) => `${day}T${clock ?? (unit === "day" ? "00:00" : found.clock)}`);
      const [local = "", other] = locals;
      if (other !== undefined) {
        const readings = locals.flatMap((one) => readLocalTime(one, zone)?.readings[0] ?? []);
        return { kind: "choose", why: found.why, readings };
      }
      const read = readLocalTime(local, zone);
      if (!read) return unread("no-such-day");
      const { kind } = read;
      const readings =
        offset === undefined
          ? read.readings
          : read.readings.filter((reading) => reading.offset === offset && reading.local === local);
      const [reading] = readings;
      if (!reading) return unread("offset");
      return kind === "clear" || offset !== undefined
        ? { kind: "clear", reading }
        : { kind: "choose", why: kind, readings };
    }
  }
}

const maxAtMs = Date.UTC(9999, 11, 31);
