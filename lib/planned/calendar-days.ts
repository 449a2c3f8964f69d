import type { PlannedChange, PlannedStep } from "#lib/contract/operations/planned.ts";
import { startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { readInstant } from "#lib/format/local-time.ts";

/**
 * A month of the calendar. Its weeks start on Monday. The first and the last week may contain days of the adjacent
 * months.
 */
export interface CalendarMonth {
  /** `YYYY-MM`. */
  month: string;
  weeks: readonly (readonly string[])[];
  /** `from` is the first day of the calendar's first week. `to` is the day after its last week. */
  from: string;
  to: string;
}

export function calendarMonth(month: string): CalendarMonth {
  const firstMs = startOfUtcDay(`${month}-01`);
  const weekday = (new Date(firstMs).getUTCDay() + 6) % 7;
  const startMs = firstMs - weekday * dayMs;
  const weeks: string[][] = [];
  for (let weekMs = startMs; weeks.length === 0 || utcDay(weekMs).startsWith(month); weekMs += 7 * dayMs) {
    weeks.push(Array.from({ length: 7 }, (_, index) => utcDay(weekMs + index * dayMs)));
  }
  return { month, weeks, from: utcDay(startMs), to: utcDay(startMs + weeks.length * 7 * dayMs) };
}

/** Returns the month that is `months` months after `month`, as `YYYY-MM`. */
export function laterMonth(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** A step of a planned change on the calendar. */
export interface CalendarEntry {
  planned: PlannedChange;
  step: PlannedStep;
  /** The local time `HH:MM` in the calendar's time zone. */
  time: string;
}

/**
 * True if the calendar shows the step. Of several steps with the same kind and due time, the calendar shows only the
 * first.
 */
const isLead = (step: PlannedStep, steps: readonly PlannedStep[]) =>
  !steps.some((other) => other.kind === step.kind && other.dueAt === step.dueAt && other.order < step.order);

/** Groups the calendar's entries by the day on which they are due in the time zone. Each day is sorted by time. */
export function entriesByDay(planned: readonly PlannedChange[], zone: string): Map<string, CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>();
  for (const one of planned) {
    for (const step of one.steps.filter((each) => isLead(each, one.steps))) {
      const [day = "", time = ""] = readInstant(step.dueAt, zone).local.split("T");
      days.set(day, [...(days.get(day) ?? []), { planned: one, step, time }]);
    }
  }
  for (const [day, entries] of days) {
    days.set(
      day,
      entries.toSorted((one, other) =>
        one.time === other.time ? one.step.order - other.step.order : one.time < other.time ? -1 : 1,
      ),
    );
  }
  return days;
}
