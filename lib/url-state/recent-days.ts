import { startOfUtcDay, utcDay, utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type WindowRange, windowDays } from "./window.ts";

/** The ranges of days that a filter offers. */
export const recentDays = ["today", "yesterday", "7d", "30d", "month", "last-month"] as const;

export type RecentDays = (typeof recentDays)[number];

/**
 * Returns the first and the last UTC day of a range such as "today". `nowMs` is the current time. A range that reaches
 * to today may have no last day.
 */
export function resolveRecentDays(recent: RecentDays, nowMs: number): WindowRange {
  const [today, yesterday] = [utcDay(nowMs), utcDaysAgo(nowMs, 1)];
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const endOfLastMonth = utcDay(startOfUtcDay(firstOfMonth) - dayMs);
  switch (recent) {
    case "today":
      return { datefrom: today, dateto: today };
    case "yesterday":
      return { datefrom: yesterday, dateto: yesterday };
    case "7d":
    case "30d":
      return { datefrom: utcDaysAgo(nowMs, windowDays[recent]) };
    case "month":
      return { datefrom: firstOfMonth };
    case "last-month":
      return { datefrom: `${endOfLastMonth.slice(0, 8)}01`, dateto: endOfLastMonth };
  }
}
