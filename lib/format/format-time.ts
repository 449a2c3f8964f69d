import { pageLocale } from "./page-language.ts";

/** How a time is formatted. */
export interface TimeStyle {
  /** Default: the locale of the page. */
  locale?: string;
  /** The IANA name of a zone, or `UTC`. */
  timeZone: string;
}

type Detail = "minute" | "clock" | "time" | "full" | "day" | "yearDay";

const options: Readonly<Record<Detail, Intl.DateTimeFormatOptions>> = {
  minute: { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  time: { hour: "2-digit", minute: "2-digit" },
  full: { dateStyle: "full", timeStyle: "long" },
  day: { day: "numeric", month: "short" },
  yearDay: { day: "numeric", month: "short", year: "numeric" },
};

// Formatters are cached, because creating one is expensive and a table needs a hundred at once.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(detail: Detail, { locale = pageLocale, timeZone }: TimeStyle): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone}|${detail}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...options[detail], timeZone });
    formatters.set(key, found);
  }
  return found;
}

/**
 * Formats an instant in the page's language and the given time zone. Returns the text unchanged if it is not an
 * instant.
 */
export function formatInstant(iso: string, detail: Exclude<Detail, "day" | "yearDay">, style: TimeStyle): string {
  const atMs = Date.parse(iso);
  return Number.isNaN(atMs) ? iso : formatter(detail, style).format(atMs);
}

/** Formats the day of an instant: `14 Aug`. Adds the year if it differs from the year of `nowMs`. */
export function formatInstantDay(iso: string, style: TimeStyle, nowMs: number): string {
  const year = (atMs: number) =>
    formatter("yearDay", { ...style, locale: "en" })
      .formatToParts(atMs)
      .at(-1)?.value;
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return iso;
  return formatter(year(atMs) === year(nowMs) ? "day" : "yearDay", style).format(atMs);
}

/**
 * Formats an instant in UTC: `2026-11-02 14:03`. It does not use Intl, so the server and the browser produce the same
 * text. The HTML contains this text until the browser's time zone is known.
 */
export function formatInstantStable(iso: string, detail: Exclude<Detail, "day" | "yearDay">): string {
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return iso;
  const text = new Date(atMs).toISOString();
  if (detail === "clock") return text.slice(11, 19);
  if (detail === "time") return text.slice(11, 16);
  const day = text.slice(0, 10);
  return detail === "minute" ? `${day} ${text.slice(11, 16)}` : `${day} ${text.slice(11, 19)} UTC`;
}

/**
 * How long the browser's time zone is cached, in milliseconds. Reading the time zone takes longer than rendering a
 * table row.
 */
const zoneKeptMs = 60_000;

let asked = { zone: "", atMs: Number.NEGATIVE_INFINITY };

/**
 * Returns the browser's own time zone. If the device changes its time zone, the old one may be returned for up to a
 * minute.
 */
export function browserZone(): string {
  const nowMs = performance.now();
  if (nowMs - asked.atMs >= zoneKeptMs) {
    asked = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, atMs: nowMs };
  }
  return asked.zone;
}

/**
 * Returns the place in a time zone's name: `Amsterdam` for `Europe/Amsterdam`. Names without a place, such as `UTC`,
 * are returned unchanged.
 */
export function zoneCity(timeZone: string): string {
  const place = timeZone.startsWith("Etc/") ? undefined : timeZone.split("/").at(-1);
  return place?.replaceAll("_", " ") ?? timeZone;
}

/** Returns a time zone's displayed name: `Amsterdam time`, `UTC`. */
export function zoneText(timeZone: string): string {
  const place = zoneCity(timeZone);
  return place === timeZone ? timeZone : `${place} time`;
}
