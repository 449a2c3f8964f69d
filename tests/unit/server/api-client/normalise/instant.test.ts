import fc from "fast-check";
import { expect, test } from "vitest";
import { toInstant } from "#server/api-client/normalise/instant.ts";

test.each([
  ["2026-11-20T12:34:56.789Z", "2026-11-20T12:34:56.789Z"],
  ["2026-11-20T12:34:56Z", "2026-11-20T12:34:56.000Z"],
  ["2026-11-20T12:34:56.123456Z", "2026-11-20T12:34:56.123Z"],
  ["2026-11-20T12:34:56.5+02:00", "2026-11-20T10:34:56.500Z"],
  ["2026-11-20 12:34:56-0530", "2026-11-20T18:04:56.000Z"],
  ["2026-11-20T12:34", "2026-11-20T12:34:00.000Z"],
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  [1_795_177_496, "2026-11-20T12:24:56.000Z"],
  [1_795_177_496_789, "2026-11-20T12:24:56.789Z"],
  [1_795_177_496.5, "2026-11-20T12:24:56.500Z"],
  ["1795177496", "2026-11-20T12:24:56.000Z"],
  ["1795177496789", "2026-11-20T12:24:56.789Z"],
])("%j is %s", (value, expected) => {
  expect(toInstant(value)).toBe(expected);
});

test.each([
  [""],
  ["yesterday"],
  ["2026-02-30"],
  ["2026-13-01"],
  ["2025-02-29"],
  ["2026-11-20T24:00:00Z"],
  ["2026-11-20T12:60:00Z"],
  ["20.11.2026"],
  ["2026"],
  [-1],
  [Number.NaN],
  [1e18],
  [true],
  [null],
  [{}],
])("%j names no instant", (value) => {
  expect(toInstant(value)).toBeUndefined();
});

test("what Date prints is understood exactly, whatever the machine's time zone", () => {
  const dates = fc.date({ min: new Date(0), max: new Date(253_402_300_799_999), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(toInstant(date.toISOString())).toBe(date.toISOString());
    }),
  );
});
