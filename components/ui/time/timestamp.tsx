"use client";

import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { preferredZone } from "#lib/contract/values/console/preference-values.ts";
import { browserZone, formatInstant, formatInstantStable, zoneText } from "#lib/format/format-time.ts";

/** The zone of visible times: the person's choice or the browser's zone; UTC until that is known. */
export function useTimeZone(): string {
  const { preferences } = usePreferences();
  const hydrated = useHydrated();
  return preferredZone(preferences) ?? (hydrated ? browserZone() : "UTC");
}

/**
 * Whether times are shown in UTC, and a function to change it. Switching off restores the zone that was chosen before.
 */
export function useUTC(): [boolean, (isUTC: boolean) => void] {
  const { preferences, setPreference } = usePreferences();
  const change = (isUTC: boolean) => {
    setPreference("showUTC", isUTC ? true : undefined);
    if (preferences.timeZone === "UTC") setPreference("timeZone", undefined);
  };
  return [preferredZone(preferences) === "UTC", change];
}

/** The short name of the zone; the tooltip has the full name. */
export function ZoneName() {
  const timeZone = useTimeZone();
  return <span title={timeZone}>{zoneText(timeZone)}</span>;
}

interface TimestampProps {
  value: string;
  detail: "minute" | "clock" | "time";
}

/** An instant, in full with its zone in the tooltip. The zone is named beside it, or once on the page. */
export function Timestamp({ value, detail }: TimestampProps) {
  const { preferences } = usePreferences();
  const isKnown = useHydrated() || preferredZone(preferences) !== undefined;
  const style = { timeZone: useTimeZone() };
  return (
    // The server's Intl may use other spaces than the browser's; both texts are equivalent.
    <time
      suppressHydrationWarning
      dateTime={value}
      title={isKnown ? formatInstant(value, "full", style) : formatInstantStable(value, "full")}
    >
      {isKnown ? formatInstant(value, detail, style) : formatInstantStable(value, detail)}
    </time>
  );
}
