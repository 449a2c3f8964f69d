import { zonedTimeTexts } from "#components/ui/time/zoned-time-texts.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import { formatInZone } from "#lib/format/zoned-time.ts";

export const plannedTimeTexts = {
  zone: "Time zone",
  utc: "UTC",
  missing: "Enter a date and a time",
  tooSoon: "Must be at least 2 minutes from now",
  tooLate: "Must be within 365 days",
  endsFirst: "Must be at least 2 minutes after the start",
  choose: "Choose one of the two times",
  unclear: {
    missing: "The clocks skip this time on that day. Choose one:",
    twice: "The clocks show this time twice on that day. Choose one:",
  },
  reading: ({ at, zone, offset }: TimeReading) =>
    `${formatInZone(at, zone)} ${zonedTimeTexts.offset(offset)}, ${zonedTimeTexts.inUTC(formatInZone(at, "UTC"))}`,
  inUTC: (at: string) => zonedTimeTexts.inUTC(formatInZone(at, "UTC")),
} as const;
