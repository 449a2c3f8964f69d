import { pageLocale } from "./page-language.ts";

const unitsMs = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

type Unit = (typeof unitsMs)[number][0];

function part(value: number, unit: Unit, locale: string, digits = 0): string {
  // For minutes, the short unit is used: `min`. The narrow unit is `m`, which also means metres.
  const unitDisplay = unit === "minute" ? "short" : "narrow";
  const style = { style: "unit", unit, unitDisplay, maximumFractionDigits: digits } as const;
  const format = new Intl.NumberFormat(locale, style);
  // The singular unit is used for every value. Otherwise British English would give `2 mins`.
  const symbol = format.formatToParts(1).find(({ type }) => type === "unit")?.value;
  const text = format.formatToParts(value).map((one) => (one.type === "unit" && symbol ? symbol : one.value));
  // English formats `5s`, but people write a space between number and unit. The space is a no-break space, so that no
  // line breaks there.
  return text.join("").replace(/(\d)\s?(?=\p{Script=Latin})/u, "$1\u00a0");
}

/**
 * Formats a duration in its two largest units: `0.6 s`, `2 min 5 s`, `3 h 12 min`. A negative duration, caused by
 * clocks that differ, counts as zero.
 */
export function formatDuration(durationMs: number, locale = pageLocale): string {
  const ms = Math.max(0, durationMs);
  if (ms < 10_000) return part(ms / 1_000, "second", locale, 1);
  const first = unitsMs.findIndex(([, unitMs]) => ms >= unitMs);
  const [unit, unitMs] = unitsMs[first] ?? unitsMs[3];
  const text = part(Math.floor(ms / unitMs), unit, locale);
  const [smaller, smallerMs] = unitsMs[first + 1] ?? [];
  if (smaller === undefined || smallerMs === undefined) return text;
  const rest = Math.floor((ms % unitMs) / smallerMs);
  return rest === 0 ? text : `${text} ${part(rest, smaller, locale)}`;
}
