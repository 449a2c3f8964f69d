"use client";

import { useHydrated } from "#components/ui/use-hydrated.ts";
import { formatInstant, formatInstantStable } from "#lib/format/format-time.ts";
import { useTimeZone } from "./timestamp.tsx";

/** Names minutes by the clock of the person's zone; in UTC until the browser has taken over. */
export function useClockNames(): (at: string) => string {
  const hydrated = useHydrated();
  const timeZone = useTimeZone();
  return (at) => (hydrated ? formatInstant(at, "time", { timeZone }) : formatInstantStable(at, "time"));
}
