import type { TimeReading } from "#lib/contract/errors.ts";
import { dayMs, minuteMs } from "#lib/contract/values/time-units.ts";

const localPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

// Formatters are cached, because creating one is expensive.
const formatters = new Map<string, Intl.DateTimeFormat>();

function partsFormatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
    found = new Intl.DateTimeFormat("en", { ...numeric, calendar: "gregory", hourCycle: "h23", timeZone: zone });
    formatters.set(zone, found);
  }
  return found;
}

/**
 * Interprets a local time as if it were UTC; in milliseconds. Undefined for an invalid time, such as one on 31
 * February.
 */
function localMs(local: string): number | undefined {
  const [, ...parts] = localPattern.exec(local) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute);
  return new Date(ms).toISOString().slice(0, 16) === local ? ms : undefined;
}

/**
 * Returns the local time of a time zone at an instant. The local time is represented as if it were UTC, in
 * milliseconds.
 */
function clockMs(atMs: number, zone: string): number {
  const parts = new Map(
    partsFormatter(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (
    ["year", "month", "day", "hour", "minute"] as const
  ).map((name) => parts.get(name));
  return Date.UTC(year, month - 1, day, hour, minute);
}

const isoMinute = (ms: number) => new Date(ms).toISOString().slice(0, 16);

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Returns the local time of a time zone at an instant, and the zone's offset from UTC at that instant. */
export function readInstant(at: string, zone: string): TimeReading {
  const atMs = Math.floor(Date.parse(at) / minuteMs) * minuteMs;
  const clock = clockMs(atMs, zone);
  return { at: new Date(atMs).toISOString(), local: isoMinute(clock), zone, offset: offsetText(clock - atMs) };
}

/** The instants that a local time can mean in a time zone. */
export interface LocalReadings {
  /** `clear`: the local time occurs once. `missing`: a clock change skips it. `twice`: a clock change repeats it. */
  kind: "clear" | "missing" | "twice";
  /**
   * The instants that the local time can mean, the earlier one first. A missing time can mean two instants: one before
   * and one after the gap.
   */
  readings: TimeReading[];
}

/**
 * Returns the instants that a local time `YYYY-MM-DDTHH:MM` can mean in a time zone. Undefined for an invalid time. The
 * server uses the result to decide which instant is meant. The page calls the same function to show this instant before
 * the page sends the request.
 */
export function readLocalTime(local: string, zone: string): LocalReadings | undefined {
  const ms = localMs(local);
  if (ms === undefined) return undefined;
  const offsets = new Set([ms - dayMs, ms + dayMs].map((aroundMs) => clockMs(aroundMs, zone) - aroundMs));
  const candidates = [...offsets].map((offset) => ms - offset).toSorted((one, other) => one - other);
  const exact = candidates.filter((atMs) => clockMs(atMs, zone) === ms);
  const kind = exact.length === 0 ? "missing" : exact.length === 1 ? "clear" : "twice";
  const instants = kind === "missing" ? candidates : exact;
  return { kind, readings: instants.map((atMs) => readInstant(new Date(atMs).toISOString(), zone)) };
}
