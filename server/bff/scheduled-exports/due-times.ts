/// <reference lib="esnext.temporal" />
import type { ExportTimes } from "#lib/contract/console/scheduled-export.ts";

/** When a schedule runs. */
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
 * first of both instants counts. If the clocks skip it, the schedule runs later by the skipped time: 02:30 becomes
 * 03:30. Nobody can be asked, and one run on each day is what the person wants.
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

/** A schedule that was off for long counts at most this many missed times. */
const maxMissed = 1_000;

/** The times of a schedule that have come. */
export interface PassedTimes {
  /** The last time that has come. */
  lastMs: number;
  /** How many times came before it. */
  missed: number;
  /** The next time. */
  nextMs: number;
}

/** The times from `dueMs` to `nowMs`, of which only the last one runs. */
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
