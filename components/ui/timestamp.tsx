"use client";

import { browserZone, formatInstant, formatInstantStable, spokenZone, zonePlace } from "#lib/format/format-time.ts";
import { usePreferences } from "./preferences.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** The zone in which times are shown: UTC until the browser has taken over, then the person's choice. */
export function useTimeZone(): string {
  const { preferences } = usePreferences();
  const hydrated = useHydrated();
  if (!hydrated || preferences.timeZone === "utc") return "UTC";
  return browserZone();
}

/** The zone as people say it, or its place alone; the tooltip has its whole name. */
export function ZoneName({ form = "spoken" }: { form?: "spoken" | "place" }) {
  const timeZone = useTimeZone();
  return <span title={timeZone}>{form === "place" ? zonePlace(timeZone) : spokenZone(timeZone)}</span>;
}

interface TimestampProps {
  value: string;
  detail: "minute" | "clock" | "time";
}

/** An instant, in full with its zone in the tooltip. The zone is named beside it, or once on the page. */
export function Timestamp({ value, detail }: TimestampProps) {
  const hydrated = useHydrated();
  const timeZone = useTimeZone();
  const style = { timeZone };
  return (
    <time dateTime={value} title={hydrated ? formatInstant(value, "full", style) : formatInstantStable(value, "full")}>
      {hydrated ? formatInstant(value, detail, style) : formatInstantStable(value, detail)}
    </time>
  );
}
