import { pageLocale } from "./page-language.ts";

/** What a time is shown with. */
export interface TimeStyle {
  /** The page's own where it is left out. */
  locale?: string;
  /** An IANA zone name, `UTC` included. */
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

// Making a formatter costs far more than using it, and a table asks for a hundred at once.
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

/** An instant in the page's language and the person's zone. Text that is no instant is returned unchanged. */
export function formatInstant(iso: string, detail: Exclude<Detail, "day" | "yearDay">, style: TimeStyle): string {
  const atMs = Date.parse(iso);
  return Number.isNaN(atMs) ? iso : formatter(detail, style).format(atMs);
}

/** The day of an instant, `14 Aug`, with its year where that is not the year of `nowMs`. */
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
 * An instant in UTC, written without Intl so that server and browser agree to the letter:
 * `2026-11-02 14:03`. It is what stands in the HTML until the browser knows its own zone.
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

/** How long the browser's zone is not asked for again, in milliseconds: asking costs more than a row of a table. */
const zoneKeptMs = 60_000;

let asked = { zone: "", atMs: Number.NEGATIVE_INFINITY };

/** The browser's own zone; up to a minute old, for a device that changes it. */
export function browserZone(): string {
  const nowMs = performance.now();
  if (nowMs - asked.atMs >= zoneKeptMs) {
    asked = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, atMs: nowMs };
  }
  return asked.zone;
}

/** A zone's place: `Amsterdam` for `Europe/Amsterdam`; `UTC` and zones without a place as they are. */
function zoneCity(timeZone: string): string {
  const place = timeZone.startsWith("Etc/") ? undefined : timeZone.split("/").at(-1);
  return place?.replaceAll("_", " ") ?? timeZone;
}

/** A zone as people say it: `Amsterdam time`, `UTC`. */
export function zoneText(timeZone: string): string {
  const place = zoneCity(timeZone);
  return place === timeZone ? timeZone : `${place} time`;
}
