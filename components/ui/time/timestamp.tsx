"use client";

import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { consoleNowMs } from "#lib/console-clock.ts";
import { preferredZone } from "#lib/contract/values/console/preference-values.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { browserZone, formatInstant, formatInstantStable, zoneText } from "#lib/format/format-time.ts";

/**
 * The time zone of all visible times: the zone that the person has chosen, or else the browser's zone. Until the zone
 * is known, UTC.
 */
export function useTimeZone(): string {
  const { preferences } = usePreferences();
  const hydrated = useHydrated();
  return preferredZone(preferences) ?? (hydrated ? browserZone() : "UTC");
}

/**
 * Whether times are shown in UTC, and a function that changes this. Switching UTC off restores the zone that the person
 * had chosen.
 */
export function useUTC(): [boolean, (isUTC: boolean) => void] {
  const { preferences, setPreference } = usePreferences();
  const change = (isUTC: boolean) => {
    setPreference("showUTC", isUTC ? true : undefined);
    if (preferences.timeZone === "UTC") setPreference("timeZone", undefined);
  };
  return [preferredZone(preferences) === "UTC", change];
}

/** The short name of the time zone. */
export const useZoneText = (): string => zoneText(useTimeZone());

/** The short name of the time zone. The tooltip shows the full name. */
export function ZoneName({ className }: { className?: string }) {
  const timeZone = useTimeZone();
  return (
    <span title={timeZone} className={className}>
      {zoneText(timeZone)}
    </span>
  );
}

interface TimestampProps {
  value: string;
  /** `near`: like `clock`, with the date if the time is more than half a day ahead. */
  detail: "minute" | "clock" | "time" | "near";
}

/**
 * A time. The tooltip shows the full time with its zone. The page must name the zone, either beside the time or once
 * for all times.
 */
export function Timestamp({ value, detail: wanted }: TimestampProps) {
  const detail = wanted !== "near" ? wanted : Date.parse(value) > consoleNowMs() + dayMs / 2 ? "minute" : "clock";
  const { preferences } = usePreferences();
  const isKnown = useHydrated() || preferredZone(preferences) !== undefined;
  const style = { timeZone: useTimeZone() };
  return (
    // The Intl of the server and of the browser may use different space characters. Both texts look the same.
    <time
      suppressHydrationWarning
      dateTime={value}
      title={isKnown ? formatInstant(value, "full", style) : formatInstantStable(value, "full")}
    >
      {isKnown ? formatInstant(value, detail, style) : formatInstantStable(value, detail)}
    </time>
  );
}
