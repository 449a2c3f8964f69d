import { zoneText } from "./format-time.ts";
import { pageLocale } from "./page-language.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
    found = new Intl.DateTimeFormat(pageLocale, {
      ...day,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
    formatters.set(timeZone, found);
  }
  return found;
}

/** Formats an instant in a time zone, with the weekday: `Tue, 24 Nov 2026, 00:00`. */
export function formatInZone(at: string, timeZone: string): string {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : formatter(timeZone).format(atMs);
}

/** Formats an instant in a time zone, with the zone's name: `Tue, 24 Nov 2026, 00:00 Amsterdam time`. */
export function formatWithZone(at: string, timeZone: string): string {
  return `${formatInZone(at, timeZone)} ${zoneText(timeZone)}`;
}
