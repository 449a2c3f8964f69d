import type { WindowPreset, WindowRange } from "#lib/url-state/customers-view.ts";

export const windowRangeTexts = {
  range: "Custom range",
  rangeNote: "Days in UTC, first and last day included",
  from: "From",
  to: "To (optional)",
  apply: "Apply",
  fromMissing: "Enter the first day",
  toBeforeFrom: "The last day must not be before the first",
} as const;

export const presetNames: Readonly<Record<WindowPreset, string>> = {
  "7d": "last 7 days",
  "30d": "last 30 days",
  "90d": "last 90 days",
  "1y": "last year",
  all: "all time",
};

/** A window in words: `last 7 days`, `all time`, `since 2026-10-01 (UTC)`, `2026-10-01 to 2026-10-31 (UTC)`. */
export function windowName(window: WindowPreset | WindowRange): string {
  if (typeof window === "string") return presetNames[window];
  const { datefrom, dateto } = window;
  return dateto === undefined ? `since ${datefrom} (UTC)` : `${datefrom} to ${dateto} (UTC)`;
}
