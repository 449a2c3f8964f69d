"use client";

import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { preferredZone } from "#lib/contract/values/console/preference-values.ts";
import { browserZone, formatInstant, formatInstantStable, zoneText } from "#lib/format/format-time.ts";

/**
 * The zone of all visible times: the zone that the person chose, or else the browser's. UTC until the zone is known.
 */
export function useTimeZone(): string {
  const { preferences } = usePreferences();
  const hydrated = useHydrated();
  return preferredZone(preferences) ?? (hydrated ? browserZone() : "UTC");
}

/**
 * Whether times are shown in UTC, and a function that changes it. Switching UTC off restores the zone that the person
 * chose before.
 */
export function useUTC(): [boolean, (isUTC: boolean) => void] {
  const { preferences, setPreference } = usePreferences();
  const change = (isUTC: boolean) => {
    setPreference("showUTC", isUTC ? true : undefined);
    if (preferences.timeZone === "UTC") setPreference("timeZone", undefined);
  };
  return [preferredZone(preferences) === "UTC", change];
}

/** The short name of the zone. The tooltip has the full name. */
export function ZoneName() {
  const timeZone = useTimeZone();
  return <span title={timeZone}>{zoneText(timeZone)}</span>;
}

interface TimestampProps {
  value: string;
  detail: "minute" | "clock" | "time";
}

/**
 * A time. The tooltip has the full time with its zone. The page names the zone beside the time or once for all times.
 */
export function Timestamp({ value, detail }: TimestampProps) {
  const { preferences } = usePreferences();
  const isKnown = useHydrated() || preferredZone(preferences) !== undefined;
  const style = { timeZone: useTimeZone() };
  return (
    // The server's Intl may use other space characters than the browser's. Both texts look the same.
    <time
      suppressHydrationWarning
      dateTime={value}
      title={isKnown ? formatInstant(value, "full", style) : formatInstantStable(value, "full")}
    >
      {isKnown ? formatInstant(value, detail, style) : formatInstantStable(value, detail)}
    </time>
  );
}
