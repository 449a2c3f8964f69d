"use client";

import { useHydrated } from "#components/ui/use-hydrated.ts";
import { formatDays, formatDaysStable } from "#lib/format/format-day.ts";

/**
 * Formats days in the page's language. Formats without Intl until hydration, so that the server and the browser produce
 * the same text.
 */
export function useDayNames(): (from: string, to: string, detail: "short" | "long") => string {
  const hydrated = useHydrated();
  return (from, to, detail) => {
    if (hydrated) return formatDays(from, to, detail);
    return detail === "short" ? from.slice(5) : formatDaysStable(from, to);
  };
}
