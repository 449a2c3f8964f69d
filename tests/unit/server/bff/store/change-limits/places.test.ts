import fc from "fast-check";
import { expect, it } from "vitest";
import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";
import { allowedAt, type ChangeUsage, changedAt, leftAt, roomAtMs } from "#server/bff/store/change-limits/places.ts";

const minuteMs = 60_000;
const changed = (...minutes: number[]) => minutes.map((minute) => ({ key: String(minute), lastMs: minute * minuteMs }));

it("the next place is free an hour after the oldest change, and a release makes room at once", () => {
  const usage: ChangeUsage = { limit: 2, changed: changed(0, 10), released: [] };
  const nowMs = 20 * minuteMs;
  expect([leftAt(usage, nowMs), roomAtMs(usage, 1, nowMs)]).toEqual([0, changeLimitHourMs]);
  expect(roomAtMs(usage, 2, nowMs)).toBe(changeLimitHourMs + 10 * minuteMs);
  const released = { ...usage, released: [{ customers: 3, untilMs: 30 * minuteMs }] };
  expect([allowedAt(released, nowMs), leftAt(released, nowMs), roomAtMs(released, 1, nowMs)]).toEqual([5, 3, nowMs]);
});

it("what was changed with a release counts for its full hour, also after the release has ended", () => {
  const released = [{ customers: 2, untilMs: 40 * minuteMs }];
  const usage: ChangeUsage = { limit: 1, changed: changed(0, 10, 30), released };
  expect(leftAt(usage, 50 * minuteMs)).toBe(0);
  expect(roomAtMs(usage, 1, 50 * minuteMs)).toBe(30 * minuteMs + changeLimitHourMs);
});

it("at the time that is said, there is room, and a moment earlier there is none", () => {
  const minute = fc.integer({ min: 0, max: 180 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.uniqueArray(minute, { maxLength: 12 }),
      fc.array(fc.record({ customers: fc.integer({ min: 1, max: 4 }), untilMs: minute.map((m) => m * minuteMs) }), {
        maxLength: 2,
      }),
      minute,
      (limit, minutes, released, now) => {
        const nowMs = now * minuteMs;
        const usage: ChangeUsage = { limit, changed: changed(...minutes.filter((one) => one <= now)), released };
        const atMs = roomAtMs(usage, 1, nowMs);
        expect(leftAt(usage, atMs)).toBeGreaterThan(0);
        expect(changedAt(usage, atMs)).toBeLessThan(allowedAt(usage, atMs));
        if (atMs > nowMs) expect([leftAt(usage, nowMs), leftAt(usage, atMs - 1)]).toEqual([0, 0]);
      },
    ),
    { seed: Number(process.env.TEST_SEED) },
  );
});
