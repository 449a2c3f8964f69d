import { expect, test } from "vitest";
import { createClientMetrics } from "#server/api-client/resilience/client-metrics.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";

const record = (given: Partial<CallRecord>): CallRecord => ({
  environment: "sandbox",
  kind: "attempt",
  number: 1,
  method: "GET",
  path: "/customers",
  attempt: 1,
  requestID: "request-1",
  waitMs: 0,
  durationMs: 1,
  bytes: 2,
  wasSent: true,
  status: 200,
  outcome: "ok",
  ...given,
});

test("before the first request no latency is known", () => {
  expect(createClientMetrics().figures()).toEqual({
    reads: 0,
    writes: 0,
    merged: 0,
    stale: 0,
    repeats: 0,
    requests: {},
    failedInRow: 0,
    recentErrors: [],
  });
});

test("requests are counted by their results, and only answers have a latency", () => {
  const { requested, figures } = createClientMetrics();
  for (let index = 1; index <= 100; index += 1) requested(record({ durationMs: index }), 0);
  requested(record({ status: 503, outcome: "upstream_failed", durationMs: 100.04 }), 1_000);
  const { status: _, ...broken } = record({ outcome: "upstream_unreachable", durationMs: 9_999 });
  requested(broken, 2_000);
  expect(figures()).toMatchObject({
    requests: { ok: 100, upstream_failed: 1, upstream_unreachable: 1 },
    latency: { p50Ms: 51, p95Ms: 96 },
    lastAnswerAt: "1970-01-01T00:00:01.000Z",
  });
});

test("the last ten failed requests are kept, the newest first, and refusals do not count as failures", () => {
  const { requested, figures } = createClientMetrics();
  for (let index = 0; index < 12; index += 1) requested(record({ status: 503, outcome: "upstream_failed" }), index);
  requested(record({ status: 404, outcome: "upstream_refused" }), 99);
  const { recentErrors } = figures();
  expect(recentErrors).toHaveLength(10);
  expect(recentErrors[0]).toMatchObject({ at: "1970-01-01T00:00:00.011Z", outcome: "upstream_failed", status: 503 });
});

test("the latency covers the last 512 answers", () => {
  const { requested, figures } = createClientMetrics();
  for (let index = 0; index < 512; index += 1) requested(record({ durationMs: 1_000 }), 0);
  for (let index = 0; index < 512; index += 1) requested(record({ durationMs: 2.56 }), 0);
  expect(figures().latency).toEqual({ p50Ms: 2.6, p95Ms: 2.6 });
});

test("consecutive failed requests are counted until one is answered, and cancelled requests do not count", () => {
  const { requested, figures } = createClientMetrics();
  const { status: _, ...broken } = record({ outcome: "upstream_unreachable" });
  requested(record({}), 0);
  requested(broken, 0);
  requested(record({ status: 503, outcome: "upstream_failed" }), 0);
  requested({ ...broken, outcome: "aborted" }, 0);
  expect(figures().failedInRow).toBe(2);
  requested(record({ status: 404, outcome: "upstream_refused" }), 0);
  expect(figures().failedInRow).toBe(0);
});
