import type { TimeReading } from "#lib/contract/errors.ts";
import { formatWeekdayAndDay } from "#lib/format/format-day.ts";
import { zoneCity } from "#lib/format/format-time.ts";
import { readLocalTime } from "#lib/format/local-time.ts";

type Printed = Pick<TimeReading, "local" | "zone" | "offset">;

/** Returns the offset from UTC if a clock change repeats this local time in its zone; otherwise an empty text. */
function offsetIfTwice({ local, zone, offset }: Printed): string {
  return readLocalTime(local, zone)?.kind === "twice" ? ` (UTC${offset})` : "";
}

const dayAndClock = ({ local }: Printed) => `${formatWeekdayAndDay(local.slice(0, 10))}, ${local.slice(11)}`;

/** Formats a time in the form that the time field can parse: `Tue 1 December 2026, 00:00`. */
export const printTime = (time: Printed): string => `${dayAndClock(time)}${offsetIfTwice(time)}`;

/** Formats a time with the city of its time zone: `Tue 1 December 2026, 00:00 Amsterdam`. */
export const printTimeInZone = (time: Printed): string =>
  `${dayAndClock(time)} ${zoneCity(time.zone)}${offsetIfTwice(time)}`;

/** Formats a time in short form, for an input's initial value: `2026-12-01 00:00`. */
export const printShortTime = (time: Printed): string => `${time.local.replace("T", " ")}${offsetIfTwice(time)}`;
