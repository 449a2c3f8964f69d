const unitsMs = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

type Unit = (typeof unitsMs)[number][0];

function part(value: number, unit: Unit, locale: string | undefined, digits = 0): string {
  const style = { style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, style).format(value);
}

/**
 * How long something took in its two largest units: `0.6s`, `2m 5s`, `3h 12m`. Without a
 * locale the browser's own. Less than nothing, which clocks that differ make, is nothing.
 */
export function formatDuration(durationMs: number, locale?: string): string {
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
