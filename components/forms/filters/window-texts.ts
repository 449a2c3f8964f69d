import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { formatCalendarDay } from "#lib/format/format-day.ts";
import type { RecentDays } from "#lib/url-state/recent-days.ts";
import type { WindowRange } from "#lib/url-state/window.ts";

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

/**
 * A date range in words, such as `last 7 days`, `all time`, `since 1 October 2026 (UTC)` or `1 October 2026 to 31
 * October 2026 (UTC)`. A single day is `1 October 2026 (UTC)`.
 */
export function windowName(window: WindowPreset | WindowRange): string {
  if (typeof window === "string") return presetNames[window];
  const { datefrom, dateto } = window;
  const from = formatCalendarDay(datefrom);
  if (dateto === undefined) return `since ${from} (UTC)`;
  return datefrom === dateto ? `${from} (UTC)` : `${from} to ${formatCalendarDay(dateto)} (UTC)`;
}

export const daysTexts = {
  recent: {
    today: "today",
    yesterday: "yesterday",
    "7d": "last 7 days",
    "30d": "last 30 days",
    month: "this month",
    "last-month": "last month",
  } satisfies Record<RecentDays, string>,
  since: (day: string) => `since ${day} (UTC)`,
  until: (day: string) => `until ${day} (UTC)`,
  utc: (days: string) => `${days} (UTC)`,
} as const;
