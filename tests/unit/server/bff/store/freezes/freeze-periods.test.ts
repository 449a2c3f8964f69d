/// <reference lib="esnext.temporal" />

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FreezeRepeats } from "#lib/contract/operations/freeze.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type FreezeTimes, freezeInForce, nextPeriod, periodAt } from "#server/bff/store/freezes/freeze-periods.ts";

const at = (instant: string) => Date.parse(instant);

const recurring = (repeats: FreezeRepeats, given: Partial<FreezeTimes> = {}): FreezeTimes => ({
  startsAt: at("2026-01-01T00:00:00Z"),
  endsAt: null,
  zone: "Europe/Berlin",
  repeats,
  releasedUntil: null,
  ...given,
});

const shown = (period: ReturnType<typeof periodAt>) =>
  period && [period.startMs, period.endMs].map((ms) => ms !== null && new Date(ms).toISOString().slice(0, 16));

const nights: FreezeRepeats = { every: "week", days: [6], from: "22:00", to: "06:00" };
const monthEnd: FreezeRepeats = { every: "month", counted: "end", day: 2, days: 2, from: "00:00", to: "00:00" };

describe("the periods of a freeze", () => {
  it("every Saturday from 22:00 to 06:00 ends on Sunday", () => {
    const freeze = recurring(nights);
    expect(periodAt(freeze, at("2026-11-28T20:59:00Z"))).toBeUndefined();
    expect(shown(periodAt(freeze, at("2026-11-28T21:00:00Z")))).toEqual(["2026-11-28T21:00", "2026-11-29T05:00"]);
    expect(periodAt(freeze, at("2026-11-29T05:00:00Z"))).toBeUndefined();
    expect(shown(nextPeriod(freeze, at("2026-11-29T05:00:00Z")))).toEqual(["2026-12-05T21:00", "2026-12-06T05:00"]);
  });

  it("the last two days of a month are counted from its end, in February too", () => {
    const freeze = recurring(monthEnd);
    expect(shown(nextPeriod(freeze, at("2026-02-01T00:00:00Z")))).toEqual(["2026-02-26T23:00", "2026-02-28T23:00"]);
    expect(shown(nextPeriod(freeze, at("2028-02-01T00:00:00Z")))).toEqual(["2028-02-27T23:00", "2028-02-29T23:00"]);
    expect(shown(nextPeriod(freeze, at("2026-11-01T00:00:00Z")))).toEqual(["2026-11-28T23:00", "2026-11-30T23:00"]);
  });

  it("an hour that the clocks skip or repeat makes the freeze longer, never shorter", () => {
    const sunday = (from: string, to: string) => recurring({ every: "week", days: [7], from, to });
    const spring = at("2026-03-28T12:00:00Z");
    expect(shown(nextPeriod(sunday("02:30", "04:00"), spring))).toEqual(["2026-03-29T00:30", "2026-03-29T02:00"]);
    expect(shown(nextPeriod(sunday("01:00", "02:30"), spring))).toEqual(["2026-03-29T00:00", "2026-03-29T01:30"]);
    const autumn = at("2026-10-24T12:00:00Z");
    expect(shown(nextPeriod(sunday("02:30", "04:00"), autumn))).toEqual(["2026-10-25T00:30", "2026-10-25T03:00"]);
    expect(shown(nextPeriod(sunday("01:00", "02:30"), autumn))).toEqual(["2026-10-24T23:00", "2026-10-25T01:30"]);
  });

  it("a release of one period holds until its end, and the next period begins", () => {
    const now = at("2026-11-28T23:00:00Z");
    const released = recurring(nights, { releasedUntil: at("2026-11-29T05:00:00Z") });
    expect(periodAt(released, now)).toBeUndefined();
    expect(shown(nextPeriod(released, now))).toEqual(["2026-12-05T21:00", "2026-12-06T05:00"]);
  });

  it("a recurring freeze neither begins before its start nor recurs after its end", () => {
    const given = { startsAt: at("2026-11-28T23:00:00Z"), endsAt: at("2026-12-06T01:00:00Z") };
    const freeze = recurring(nights, given);
    expect(shown(periodAt(freeze, at("2026-11-29T00:00:00Z")))).toEqual(["2026-11-28T23:00", "2026-11-29T05:00"]);
    expect(periodAt(freeze, at("2026-11-28T22:00:00Z"))).toBeUndefined();
    expect(shown(periodAt(freeze, at("2026-12-06T00:00:00Z")))).toEqual(["2026-12-05T21:00", "2026-12-06T01:00"]);
    expect(nextPeriod(freeze, at("2026-12-06T01:00:00Z"))).toBeUndefined();
  });

  it("freezes that follow each other end together, and a freeze of planned changes does not stop other writes", () => {
    const weekend = recurring({ every: "week", days: [6, 7], from: "00:00", to: "00:00" });
    const all = { ...weekend, scope: "all", includesReverts: false } as const;
    const planned = { ...weekend, scope: "planned", includesReverts: true } as const;
    const saturday = at("2026-11-28T12:00:00Z");
    const until = (use: "write" | "apply" | "revert", ...freezes: (typeof all | typeof planned)[]) =>
      freezeInForce(freezes, use, saturday)?.untilMs;
    expect(until("write", all, planned)).toBe(at("2026-11-29T23:00:00Z"));
    expect([until("write", planned), until("revert", all)]).toEqual([undefined, undefined]);
    expect([until("apply", planned), until("revert", planned)]).toEqual(Array(2).fill(at("2026-11-29T23:00:00Z")));
    const always = recurring({ every: "week", days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" });
    expect(until("write", { ...always, scope: "all", includesReverts: false })).toBeNull();
  });
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Chatham",
];

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** True if a clock on the wall shows a time of the freeze. Compares days and minutes only. */
function isShownByClock(repeats: FreezeRepeats, nowMs: number, zone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDateTime();
  const days = repeats.every === "week" ? 1 : repeats.days;
  const [from, to] = [minutesOf(repeats.from), minutesOf(repeats.to)];
  return Array.from({ length: days + 1 }, (_, back) => back).some((back) => {
    const first = local.toPlainDate().subtract({ days: back });
    const begins =
      repeats.every === "week"
        ? repeats.days.includes(first.dayOfWeek)
        : repeats.day === (repeats.counted === "start" ? first.day : first.daysInMonth - first.day + 1);
    const minute = back * 1_440 + local.hour * 60 + local.minute;
    return begins && minute >= from && minute < (days - 1 + (to <= from ? 1 : 0)) * 1_440 + to;
  });
}

/** True if the clocks of the zone are changed within three hours of the instant. */
const isNearClockChange = (nowMs: number, zone: string) => {
  const offsetAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds;
  return offsetAt(nowMs - 10_800_000) !== offsetAt(nowMs + 10_800_000);
};

const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`);
const repeats: fc.Arbitrary<FreezeRepeats> = fc.oneof(
  fc.record({
    every: fc.constant("week" as const),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: time,
    to: time,
  }),
  fc.record({
    every: fc.constant("month" as const),
    counted: fc.constantFrom("start" as const, "end" as const),
    day: fc.integer({ min: 1, max: 28 }),
    days: fc.integer({ min: 1, max: 5 }),
    from: time,
    to: time,
  }),
);

/** Instants of two years, half of them close to a change of the clocks in one of the zones. */
const changes = [
  "2026-03-29T01:00Z",
  "2026-10-25T01:00Z",
  "2026-03-08T07:00Z",
  "2026-11-01T06:00Z",
  "2026-04-04T15:00Z",
];
const instant = fc.oneof(
  fc.integer({ min: at("2026-01-10T00:00:00Z"), max: at("2027-12-31T00:00:00Z") }),
  fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -dayMs, max: dayMs })).map(([change, ms]) => at(change) + ms),
);

it("a freeze is in force whenever a clock on the wall shows one of its times, and otherwise only near a change of the clocks", () => {
  fc.assert(
    fc.property(repeats, fc.constantFrom(...zones), instant, (rule, zone, nowMs) => {
      const period = periodAt(recurring(rule, { zone }), nowMs);
      const isByClock = isShownByClock(rule, nowMs, zone);
      if (isByClock) expect(period).toBeDefined();
      if (!isByClock && period) {
        const { startMs, endMs } = period;
        expect([startMs, nowMs, endMs ?? nowMs].some((ms) => isNearClockChange(ms, zone))).toBe(true);
      }
    }),
    { numRuns: 800 },
  );
});

it("the next period begins later than now, and none lies between", () => {
  fc.assert(
    fc.property(repeats, fc.constantFrom(...zones), instant, (rule, zone, nowMs) => {
      const freeze = recurring(rule, { zone });
      const next = nextPeriod(freeze, nowMs);
      if (!next) throw new Error("A recurring freeze without an end always recurs");
      expect(next.startMs).toBeGreaterThan(nowMs);
      expect(periodAt(freeze, next.startMs)).toBeDefined();
      if (!periodAt(freeze, nowMs)) expect(periodAt(freeze, next.startMs - 60_000)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
