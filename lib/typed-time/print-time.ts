import type { TimeReading } from "#lib/contract/errors.ts";
import { formatWeekdayAndDay } from "#lib/format/format-day.ts";
import { zoneCity } from "#lib/format/format-time.ts";
import { readLocalTime } from "#lib/format/local-time.ts";

type Printed = Pick<TimeReading, "local" | "zone" | "offset">;

/** The offset, if the clocks of the zone show this time twice. */
function offsetIfTwice({ local, zone, offset }: Printed): string {
  return readLocalTime(local, zone)?.kind === "twice" ? ` (UTC${offset})` : "";
}

const dayAndClock = ({ local }: Printed) => `${formatWeekdayAndDay(local.slice(0, 10))}, ${local.slice(11)}`;

/** A time as the field of its zone reads it back: `Tue 1 December 2026, 00:00`. */
export const printTime = (time: Printed): string => `${dayAndClock(time)}${offsetIfTwice(time)}`;

/** A time with the place of its zone: `Tue 1 December 2026, 00:00 Amsterdam`. */
export const printTimeInZone = (time: Printed): string =>
  `${dayAndClock(time)} ${zoneCity(time.zone)}${offsetIfTwice(time)}`;

/** A time in few characters, as an input shows it before anything is typed: `2026-12-01 00:00`. */
export const printShortTime = (time: Printed): string => `${time.local.replace("T", " ")}${offsetIfTwice(time)}`;
