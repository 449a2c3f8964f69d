import { expect, test } from "vitest";
import { errorShare, failedRequests, healthStateOf } from "#components/api-status/health.ts";

const requests = (counts: Record<string, number>) =>
  Object.entries(counts).map(([outcome, count]) => ({ outcome, count }));

test("refusals and people who leave do not count as errors of the API", () => {
  expect(errorShare({ requests: requests({ ok: 6, upstream_refused: 1, aborted: 1, upstream_failed: 2 }) })).toBe(0.2);
  expect(errorShare({ requests: [] })).toBe(0);
});

test("the number of failures counts the requests that the page lists as failed, without refusals and cancelled requests", () => {
  const counts = { ok: 2_316, upstream_refused: 6, aborted: 3, upstream_failed: 4, upstream_timeout: 1 };
  expect(failedRequests({ requests: requests(counts) })).toBe(5);
});

test.each([
  ["answers", { requests: requests({ ok: 99, upstream_failed: 1 }), availability: "available" }],
  ["failing", { requests: requests({ ok: 9, upstream_timeout: 1 }), availability: "available" }],
  ["failed", { requests: requests({ ok: 999, upstream_unreachable: 1 }), failedInRow: 1, availability: "available" }],
  ["failed", { requests: requests({ upstream_unreachable: 4 }), failedInRow: 4, availability: "available" }],
  ["notAsked", { requests: [], availability: "available" }],
  ["paused", { requests: requests({ ok: 1 }), availability: "paused" }],
  ["down", { requests: requests({ upstream_failed: 5 }), availability: "down" }],
  ["probing", { requests: requests({ upstream_failed: 5 }), availability: "probing" }],
  ["keyRefused", { requests: [], availability: "key_refused" }],
] satisfies [string, Omit<Parameters<typeof healthStateOf>[0], "failedInRow"> & { failedInRow?: number }][])(
  "the health of an API is shown as %s",
  (verdict, health) => {
    expect(healthStateOf({ failedInRow: 0, ...health })).toBe(verdict);
  },
);
