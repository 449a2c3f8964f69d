"use client";

import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { preferredZone } from "#lib/contract/values/console/preference-values.ts";
import { browserZone, formatInstant, formatInstantStable, zoneText } from "#lib/format/format-time.ts";

/** The zone in which times are shown: the person's choice, or the browser's own, and UTC until that is known. */
export function useTimeZone(): string {
  const { preferences } = usePreferences();
  const hydrated = useHydrated();
  return preferredZone(preferences) ?? (hydrated ? browserZone() : "UTC");
}

/** Whether times are shown in UTC, and the way to change it: what comes back is the zone that was chosen before. */
export function useUTC(): [boolean, (isUTC: boolean) => void] {
  const { preferences, setPreference } = usePreferences();
  const change = (isUTC: boolean) => {
    setPreference("showUTC", isUTC ? true : undefined);
    if (preferences.timeZone === "UTC") setPreference("timeZone", undefined);
  };
  return [preferredZone(preferences) === "UTC", change];
}

/** The zone as people say it; the tooltip has its whole name. */
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
    // The server's Intl may space a time in another way than the browser's; both say the same.
    <time
      suppressHydrationWarning
      dateTime={value}
      title={isKnown ? formatInstant(value, "full", style) : formatInstantStable(value, "full")}
    >
      {isKnown ? formatInstant(value, detail, style) : formatInstantStable(value, detail)}
    </time>
  );
}
