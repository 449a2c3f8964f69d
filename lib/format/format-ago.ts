import { pageLocale } from "./page-language.ts";

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Returns the time from `asOf` to an instant in words: `3 min. ago`, `now`, `in 7 min.`. Both times are ISO 8601. */
export function formatAgo(instant: string, asOf: string, locale = pageLocale): string {
  const seconds = Math.round((Date.parse(instant) - Date.parse(asOf)) / 1_000);
  const format = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: seconds === 0 ? "auto" : "always" });
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (["second", 1] as const);
  return format.format(Math.trunc(seconds / size), unit);
}
