"use client";

import { formatInZone, formatWithZone } from "#lib/format/zoned-time.ts";
import { useTimeZone } from "./timestamp.tsx";
import { zonedTimeTexts as texts } from "./zoned-time-texts.ts";

interface ZonedTimeProps {
  at: string;
  /** The time zone in which a person chose the time. */
  zone: string;
  /** The zone's offset from UTC at that time, such as `+01:00`. */
  offset: string;
  className?: string;
}

/**
 * A time that a person has chosen. Shown in the zone in which it was chosen, in UTC, and in the reader's zone if the
 * reader's zone is different.
 */
export function ZonedTime({ at, zone, offset, className }: ZonedTimeProps) {
  const own = useTimeZone();
  const isUTC = zone === "UTC";
  return (
    <span className={className}>
      <time suppressHydrationWarning dateTime={at} title={zone} className="block">
        {formatWithZone(at, zone)}{" "}
        {!isUTC && <span className="font-normal text-ink-muted">{texts.offset(offset)}</span>}
      </time>
      {!isUTC && (
        <span suppressHydrationWarning className="block font-normal text-fine text-ink-muted">
          {texts.inUTC(formatInZone(at, "UTC"))}
        </span>
      )}
      {own !== zone && own !== "UTC" && (
        <span suppressHydrationWarning className="block font-normal text-fine text-ink-muted">
          {texts.yours} {formatWithZone(at, own)}
        </span>
      )}
    </span>
  );
}
