import fc from "fast-check";
import { expect, it } from "vitest";
import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import {
  allowedAt,
  type ChangeUsage,
  changedAt,
  possibleAtMs,
  remainingAt,
} from "#server/bff/store/change-limits/change-usage.ts";

const changed = (...minutes: number[]) => minutes.map((minute) => ({ key: String(minute), lastMs: minute * minuteMs }));

it("another customer can be changed an hour after the oldest change, or at once after a release", () => {
  const usage: ChangeUsage = { limit: 2, changed: changed(0, 10), released: [] };
  const nowMs = 20 * minuteMs;
  expect([remainingAt(usage, nowMs), possibleAtMs(usage, 1, nowMs)]).toEqual([0, changeLimitHourMs]);
  expect(possibleAtMs(usage, 2, nowMs)).toBe(changeLimitHourMs + 10 * minuteMs);
  const released = { ...usage, released: [{ customers: 3, untilMs: 30 * minuteMs }] };
  expect([allowedAt(released, nowMs), remainingAt(released, nowMs), possibleAtMs(released, 1, nowMs)]).toEqual([
    5,
    3,
    nowMs,
  ]);
});

it("a customer that was changed with a release counts for a full hour, also after the release has ended", () => {
  const released = [{ customers: 2, untilMs: 40 * minuteMs }];
  const usage: ChangeUsage = { limit: 1, changed: changed(0, 10, 30), released };
  expect(remainingAt(usage, 50 * minuteMs)).toBe(0);
  expect(possibleAtMs(usage, 1, 50 * minuteMs)).toBe(30 * minuteMs + changeLimitHourMs);
});

it("another customer can be changed at the computed time, and not a millisecond earlier", () => {
  const minute = fc.integer({ min: 0, max: 180 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.uniqueArray(minute, { maxLength: 12 }),
      fc.array(
        fc.record({ customers: fc.integer({ min: 1, max: 4 }), untilMs: minute.map((number) => number * minuteMs) }),
        {
          maxLength: 2,
        },
      ),
      minute,
      (limit, minutes, released, now) => {
        const nowMs = now * minuteMs;
        const usage: ChangeUsage = { limit, changed: changed(...minutes.filter((number) => number <= now)), released };
        const atMs = possibleAtMs(usage, 1, nowMs);
        expect(remainingAt(usage, atMs)).toBeGreaterThan(0);
        expect(changedAt(usage, atMs)).toBeLessThan(allowedAt(usage, atMs));
        if (atMs > nowMs) expect([remainingAt(usage, nowMs), remainingAt(usage, atMs - 1)]).toEqual([0, 0]);
      },
    ),
    { seed: Number(process.env.TEST_SEED) },
  );
});
