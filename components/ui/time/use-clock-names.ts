"use client";

import { useHydrated } from "#components/ui/use-hydrated.ts";
import { formatInstant, formatInstantStable } from "#lib/format/format-time.ts";
import { useTimeZone } from "./timestamp.tsx";

/** Formats times to the minute. Uses the person's time zone, or UTC until hydration. */
export function useClockNames(): (at: string) => string {
  const hydrated = useHydrated();
  const timeZone = useTimeZone();
  return (at) => (hydrated ? formatInstant(at, "time", { timeZone }) : formatInstantStable(at, "time"));
}
