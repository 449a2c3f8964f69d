import fc from "fast-check";
import { expect, test } from "vitest";
import {
  defaultLifetimeMs,
  lifetimeOf,
  maxLifetimeMs,
  renewalLeadMs,
  sendingMarginMs,
} from "#server/api-client/token/token-lifetime.ts";

test.each([
  ["missing", undefined, defaultLifetimeMs],
  ["null", null, defaultLifetimeMs],
  ["zero", 0, defaultLifetimeMs],
  ["negative", -1, defaultLifetimeMs],
  ["NaN", Number.NaN, defaultLifetimeMs],
  ["infinite", Number.POSITIVE_INFINITY, defaultLifetimeMs],
  ["a fraction of a second", 0.2, defaultLifetimeMs],
  ["words", "abc", defaultLifetimeMs],
  ["empty text", "", defaultLifetimeMs],
  ["negative text", "-900", defaultLifetimeMs],
  ["hexadecimal text", "0x10", defaultLifetimeMs],
  ["an object", { seconds: 900 }, defaultLifetimeMs],
  ["an array", [900], defaultLifetimeMs],
  ["true", true, defaultLifetimeMs],
  ["10¹²", 1e12, maxLifetimeMs],
  ["10¹² as text", "1000000000000", maxLifetimeMs],
  ["a number", 900, 900_000],
  ["digits", " 900 ", 900_000],
  ["one second", 1, 1_000],
  ["text with decimals", "900.25", 900_250],
  ["five seconds", 5, 5_000],
])("a token whose expires_in is %s has a limited lifetime", (_, expiresIn, expected) => {
  expect(lifetimeOf(expiresIn)).toBe(expected);
});

test.each([
  [900_000, 90_000],
  [300_000, 30_000],
  [100_000, 30_000],
  [60_000, 30_000],
  [30_000, 15_000],
  [5_000, 2_500],
])(
  "a token of %i ms is renewed %i ms before its end, or with jitter a fifth of that time earlier",
  (lifetimeMs, lead) => {
    expect(renewalLeadMs(lifetimeMs, 0)).toBe(lead);
    expect(renewalLeadMs(lifetimeMs, 0.5)).toBeCloseTo(lead * 1.1);
  },
);

test("any token is renewed before it stops being sent, and stops being sent before it expires", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: maxLifetimeMs }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (lifetimeMs, random) => {
        const lead = renewalLeadMs(lifetimeMs, random);
        expect(lead).toBeLessThan(lifetimeMs);
        expect(lead).toBeGreaterThan(sendingMarginMs(lifetimeMs));
        expect(sendingMarginMs(lifetimeMs)).toBeGreaterThan(0);
      },
    ),
  );
});
