/// <reference lib="esnext.temporal" />
import type { ExportTimes } from "#lib/contract/console/scheduled-export.ts";

export interface ScheduleTimes {
  times: ExportTimes;
  zone: string;
}

function isDay(times: ExportTimes, day: Temporal.PlainDate): boolean {
  if (times.every === "week") return times.days.includes(day.dayOfWeek);
  if (times.every === "month") return day.day === (times.day === "last" ? day.daysInMonth : times.day);
  return true;
}

/**
 * The first time of a schedule after `afterMs`, in milliseconds since 1970. If the clocks repeat the local time, the
 * schedule runs at the first of the two. If the clocks skip the local time, the schedule runs later by the skipped
 * time: 02:30 becomes 03:30. So there is one run on each day.
 */
export function nextDue({ times, zone }: ScheduleTimes, afterMs: number): number {
  const time = Temporal.PlainTime.from(times.time);
  let day = Temporal.Instant.fromEpochMilliseconds(afterMs)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (;;) {
    if (isDay(times, day)) {
      const at = day.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
      if (at > afterMs) return at;
    }
    day = day.add({ days: 1 });
  }
}

/** The maximum number of missed times that are counted. */
const maxMissed = 1_000;

/** The due times of a schedule up to now, and the next one. */
export interface PassedTimes {
  /** The last due time up to now. */
  lastMs: number;
  /** The number of earlier due times. They get no run of their own. */
  missed: number;
  /** The next time. */
  nextMs: number;
}

/** The due times from `dueMs` to `nowMs`. Only the last one gets a run. */
export function passedTimes(schedule: ScheduleTimes, dueMs: number, nowMs: number): PassedTimes {
  let lastMs = dueMs;
  let missed = 0;
  let nextMs = nextDue(schedule, lastMs);
  while (nextMs <= nowMs && missed < maxMissed) {
    lastMs = nextMs;
    missed += 1;
    nextMs = nextDue(schedule, lastMs);
  }
  return { lastMs, missed, nextMs: nextMs <= nowMs ? nextDue(schedule, nowMs) : nextMs };
}
