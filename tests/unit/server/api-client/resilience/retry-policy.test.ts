import fc from "fast-check";
import { expect, test } from "vitest";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { createRetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { attemptsFor, backoffMs, retryAfterMs } from "#server/api-client/resilience/retry-policy.ts";

test.each<[ErrorCode, number | undefined, number]>([
  ["upstream_rate_limited", 429, 3],
  ["upstream_unreachable", undefined, 3],
  ["upstream_failed", 503, 3],
  ["upstream_failed", 500, 2],
  ["upstream_failed", 502, 2],
  ["upstream_failed", 504, 2],
  ["upstream_timeout", undefined, 2],
  ["upstream_malformed", 200, 1],
  ["upstream_too_large", 200, 1],
  ["upstream_refused", 400, 1],
  ["upstream_refused", 408, 1],
  ["upstream_credentials", 401, 1],
  ["upstream_paused", undefined, 1],
  ["upstream_busy", undefined, 1],
  ["internal", undefined, 1],
])("a request that ends with %s (%s) is sent at most %i times", (code, upstreamStatus, attempts) => {
  const options = upstreamStatus === undefined ? {} : { upstreamStatus };
  expect(attemptsFor(new AppError(code, "", options))).toBe(attempts);
});

test("the backoff doubles from half a second to eight seconds, and jitter reduces it by any part", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((made) => backoffMs(made, 0.999_999))).toEqual(
    [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].map((ms) => expect.closeTo(ms, 1)),
  );
  expect(backoffMs(3, 0)).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (made, random) => {
      const ms = backoffMs(made, random);
      return ms >= 0 && ms < 8_000;
    }),
  );
});

test("a Retry-After counts from now, and a time in the past causes no wait", () => {
  const error = new AppError("upstream_failed", "", { retryAt: "2026-11-20T12:00:30.000Z" });
  expect(retryAfterMs(error, Date.parse("2026-11-20T12:00:00Z"))).toBe(30_000);
  expect(retryAfterMs(error, Date.parse("2026-11-20T12:01:00Z"))).toBe(0);
  expect(retryAfterMs(new AppError("upstream_failed", ""), 0)).toBe(0);
});

test("any 1,000 calls cause at most 100 repeats, however many they want", () => {
  const budget = createRetryBudget();
  let repeats = 0;
  for (let call = 0; call < 1_000; call += 1) {
    budget.deposit();
    while (budget.withdraw()) repeats += 1;
  }
  expect(repeats).toBeLessThanOrEqual(100);
  expect(repeats).toBeGreaterThan(90);
});

test("times without repeats allow at most ten repeats at once later", () => {
  const budget = createRetryBudget();
  for (let call = 0; call < 10_000; call += 1) budget.deposit();
  expect(budget.balance()).toBe(10);
  const granted = Array.from({ length: 20 }, () => budget.withdraw()).filter(Boolean);
  expect(granted).toHaveLength(10);
});
