/// <reference lib="esnext.temporal" />

import type { FreezeRepeats } from "#lib/contract/operations/freeze.ts";
import type { FreezeScope } from "#lib/contract/values/operations/freeze-values.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { readingsOf } from "#server/bff/store/local-readings.ts";

/** The members of a freeze that decide when it is in force. Times are milliseconds since 1970. */
export interface FreezeTimes {
  startsAt: number;
  /** Null: until somebody releases the freeze. */
  endsAt: number | null;
  zone: string;
  repeats: FreezeRepeats | null;
  /** Until when a release of a recurring freeze holds. */
  releasedUntil: number | null;
}

/** A time in which a freeze is in force. The end is not part of it. Null: it has no known end. */
export interface FreezePeriod {
  startMs: number;
  endMs: number | null;
}

/** What a freeze may stop: a write of a person or of a run, a planned change, or the revert of a temporary change. */
export type FreezeUse = "write" | "apply" | "revert";

/** True if a freeze with this scope stops this use. */
export function stops(freeze: { scope: FreezeScope; includesReverts: boolean }, use: FreezeUse): boolean {
  if (use === "revert") return freeze.includesReverts;
  return freeze.scope === "all" || use === "apply";
}

const textOf = (date: Temporal.PlainDate, time: string) => `${date.toString()}T${time}`;

/** The period of a recurring freeze whose first day is `first`. */
function periodFrom(first: Temporal.PlainDate, days: number, { from, to }: FreezeRepeats, zone: string): FreezePeriod {
  // An end that is not after the beginning is on the day after the last day.
  const last = first.add({ days: days - 1 + (to <= from ? 1 : 0) });
  // If the clocks skip or repeat a local time, the freeze takes the longer period.
  const [start] = readingsOf(textOf(first, from), zone);
  const [, end] = readingsOf(textOf(last, to), zone);
  return { startMs: start.epochMilliseconds, endMs: end.epochMilliseconds };
}

/** True if a recurring freeze begins on this day. */
function beginsOn(day: Temporal.PlainDate, repeats: FreezeRepeats): boolean {
  if (repeats.every === "week") return repeats.days.includes(day.dayOfWeek);
  return repeats.counted === "start" ? day.day === repeats.day : day.day === day.daysInMonth - repeats.day + 1;
}

/** The longest period of a recurring freeze, in days: 14 days and a night, and the change of the clocks. */
const maxPeriodDays = 16;

/** How far ahead the next period is searched, in days. A month that is counted from its start or end always has one. */
const maxAheadDays = 63;

/**
 * The periods of a freeze that end after `afterMs`, in the order in which they begin. For a recurring freeze, only
 * those that begin within `maxAheadDays` days.
 */
function* periodsAfter(freeze: FreezeTimes, afterMs: number): Generator<FreezePeriod & { endMs: number | null }> {
  const { startsAt, endsAt, zone, repeats, releasedUntil } = freeze;
  const firstMs = Math.max(startsAt, releasedUntil ?? startsAt);
  const cut = ({ startMs, endMs }: FreezePeriod): FreezePeriod => ({
    startMs: Math.max(startMs, firstMs),
    endMs: endMs === null || (endsAt !== null && endsAt < endMs) ? endsAt : endMs,
  });
  const isLeft = ({ startMs, endMs }: FreezePeriod) => endMs === null || (endMs > startMs && endMs > afterMs);
  if (repeats === null) {
    const only = cut({ startMs: startsAt, endMs: endsAt });
    if (isLeft(only)) yield only;
    return;
  }
  const fromMs = Math.max(afterMs, firstMs);
  const today = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone).toPlainDate();
  const days = repeats.every === "week" ? 1 : repeats.days;
  for (let offset = -maxPeriodDays; offset <= maxAheadDays; offset += 1) {
    const day = today.add({ days: offset });
    if (!beginsOn(day, repeats)) continue;
    const period = cut(periodFrom(day, days, repeats, zone));
    if (endsAt !== null && period.startMs >= endsAt) return;
    if (isLeft(period)) yield period;
  }
}

/** The present period of a freeze. Undefined if it is not in force. */
export function periodAt(freeze: FreezeTimes, nowMs: number): FreezePeriod | undefined {
  for (const period of periodsAfter(freeze, nowMs)) if (period.startMs <= nowMs) return period;
  return undefined;
}

/** The next period of a freeze that has not begun. Undefined if there is none. */
export function nextPeriod(freeze: FreezeTimes, nowMs: number): FreezePeriod | undefined {
  for (const period of periodsAfter(freeze, nowMs)) if (period.startMs > nowMs) return period;
  return undefined;
}

/** Freezes whose periods follow each other without a gap for longer than this have no known end. */
const maxMergedMs = 62 * dayMs;

/**
 * When the last of several freezes ends, if no other freeze follows without a gap. Null if the end is not known. `nowMs`
 * must be within a period of one of the freezes.
 */
function commonEnd(freezes: readonly FreezeTimes[], nowMs: number): number | null {
  let endMs = nowMs;
  while (endMs - nowMs < maxMergedMs) {
    const ends = freezes.flatMap((freeze) => {
      const period = periodAt(freeze, endMs);
      return period ? [period.endMs] : [];
    });
    if (ends.includes(null)) return null;
    const latestMs = Math.max(...(ends as number[]));
    if (ends.length === 0) return endMs;
    endMs = latestMs;
  }
  return null;
}

/** A freeze that is in force, and when its use is possible again. */
export interface ForceOfFreeze<Some> {
  freeze: Some;
  /** Null if no end is known. */
  untilMs: number | null;
}

/** The freeze that stops this use now. If several do, the one that ends last. Undefined if nothing stops it. */
export function freezeInForce<Some extends FreezeTimes & Parameters<typeof stops>[0]>(
  freezes: readonly Some[],
  use: FreezeUse,
  nowMs: number,
): ForceOfFreeze<Some> | undefined {
  const stopping = freezes.filter((freeze) => stops(freeze, use));
  const inForce = stopping.flatMap((freeze) => {
    const period = periodAt(freeze, nowMs);
    return period ? [{ freeze, endMs: period.endMs ?? Number.POSITIVE_INFINITY }] : [];
  });
  const last = inForce.toSorted((a, b) => b.endMs - a.endMs)[0];
  return last && { freeze: last.freeze, untilMs: commonEnd(stopping, nowMs) };
}

/** When the next freeze of this use begins. Undefined if none is known. Must be called only while nothing is frozen. */
export function nextFreezeMs(
  freezes: readonly (FreezeTimes & Parameters<typeof stops>[0])[],
  use: FreezeUse,
  nowMs: number,
): number | undefined {
  const starts = freezes.flatMap((freeze) => {
    const next = stops(freeze, use) ? nextPeriod(freeze, nowMs) : undefined;
    return next ? [next.startMs] : [];
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}
