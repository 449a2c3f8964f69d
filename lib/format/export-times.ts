import type { ExportTimes } from "#lib/contract/console/scheduled-export.ts";
import { zoneText } from "./format-time.ts";
import { weekdayNames } from "./weekday-names.ts";

function daysWords(times: ExportTimes): string {
  if (times.every === "month") {
    return times.day === "last" ? "On the last day of each month" : `On day ${times.day} of each month`;
  }
  if (times.every === "day" || times.days.length === 7) return "Every day";
  const days = times.days.toSorted((one, other) => one - other);
  if (days.join("") === "12345") return "Every weekday";
  return `Every ${days.map((day) => weekdayNames[day - 1] ?? "").join(", ")}`;
}

/** When a scheduled export runs, such as `Every weekday at 07:00 Berlin time`. */
export const exportTimesWords = (times: ExportTimes, zone: string): string =>
  `${daysWords(times)} at ${times.time} ${zoneText(zone)}`;
