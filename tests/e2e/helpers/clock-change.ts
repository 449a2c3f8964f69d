import { startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";

/**
 * Returns half past two on the next day when Europe's clocks change, as a local time. The clocks skip this time in
 * spring and show it twice in autumn. The day is more than two days ahead, so that it has not begun in any zone.
 */
export function nextClockChange(season: "spring" | "autumn", nowMs = Date.now()): string {
  const lastSunday = (year: number) => {
    const last = startOfUtcDay(`${year}-${season === "spring" ? "03" : "10"}-31`);
    return last - new Date(last).getUTCDay() * dayMs;
  };
  const year = new Date(nowMs).getUTCFullYear();
  const [next = 0] = [lastSunday(year), lastSunday(year + 1)].filter((dayAtMs) => dayAtMs > nowMs + 2 * dayMs);
  return `${utcDay(next)}T02:30`;
}
