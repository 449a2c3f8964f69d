import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { createResourcePauses } from "#server/api-client/resilience/resource-pauses.ts";
import { createFakeClock } from "../fake-clock.ts";

const { signal } = new AbortController();

function setUp() {
  const clock = createFakeClock();
  const resources = createResourcePauses(clock);
  const error = (upstreamStatus: number, waitMs?: number) =>
    new AppError("upstream_failed", "later", {
      upstreamStatus,
      ...(waitMs === undefined ? {} : { retryAt: new Date(clock.now() + waitMs).toISOString() }),
    });
  const fail = (scope: string, times: number, status = 500) => {
    for (let count = 0; count < times; count += 1) resources.failed(scope, error(status), true);
  };
  const isPaused = (scope: string) => resources.remainingMs(scope) > 0;
  return { clock, resources, error, fail, isPaused };
}

test("a 503 with a time pauses only its own path, and a 503 without a time or a 500 pauses nothing", () => {
  const { resources, error, isPaused } = setUp();
  resources.failed("GET /a", error(503, 3_000), false);
  resources.failed("GET /b", error(503), false);
  resources.failed("GET /c", error(500, 3_000), false);
  expect(["GET /a", "POST /a", "GET /b", "GET /c"].map(isPaused)).toEqual([true, false, false, false]);
});

test("a call waits for the time that the API names, unless that time is too long", async () => {
  const { clock, resources, error, isPaused } = setUp();
  resources.failed("GET /a", error(503, 5_000), true);
  const waiting = resources.wait("GET /a", 15_000, signal);
  await clock.advance(5_000);
  await waiting;
  const long = error(503, 20_000);
  resources.failed("GET /a", long, true);
  await expect(resources.wait("GET /a", 15_000, signal)).rejects.toBe(long);
  await clock.advance(20_000);
  expect(isPaused("GET /a")).toBe(false);
});

test("a resource is paused at its fifth consecutive failure, longer after each further failure, up to 30 s", async () => {
  const { clock, resources, fail, isPaused } = setUp();
  fail("GET /jobs/1", 4);
  expect(isPaused("GET /jobs/1")).toBe(false);
  const pauses = [];
  for (let further = 0; further < 6; further += 1) {
    fail("GET /jobs/1", 1);
    pauses.push(resources.remainingMs("GET /jobs/1"));
    await clock.advance(resources.remainingMs("GET /jobs/1"));
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(isPaused("GET /jobs/2")).toBe(false);
});

test("no call waits for a pause that the console chose, and its error contains the end of the pause", async () => {
  const { clock, resources, fail } = setUp();
  fail("GET /jobs/1", 5);
  await expect(resources.wait("GET /jobs/1", 15_000, signal)).rejects.toMatchObject({
    code: "upstream_failed",
    upstreamStatus: 500,
    retryAt: new Date(clock.now() + 2_000).toISOString(),
  });
});

test("an answer resets the number of failures, and so does a minute without a failure", async () => {
  const { clock, resources, fail, isPaused } = setUp();
  fail("GET /jobs/1", 4);
  resources.answered("GET /jobs/1");
  fail("GET /jobs/1", 4);
  await clock.advance(60_000);
  fail("GET /jobs/1", 4);
  expect(isPaused("GET /jobs/1")).toBe(false);
});

test("an answer to an earlier request does not end a pause that the API requested", () => {
  const { resources, error, isPaused } = setUp();
  resources.failed("GET /jobs/1", error(503, 60_000), true);
  resources.answered("GET /jobs/1");
  expect(isPaused("GET /jobs/1")).toBe(true);
  resources.lift("GET /jobs/1");
  expect(isPaused("GET /jobs/1")).toBe(false);
});

test("failures of lists do not count for resources", () => {
  const { resources, error, isPaused } = setUp();
  for (let count = 0; count < 10; count += 1) resources.failed("GET /customers", error(500), false);
  expect(isPaused("GET /customers")).toBe(false);
});

test("ten thousand paths do not fill the memory", () => {
  const { resources, error, isPaused } = setUp();
  for (let index = 0; index < 10_000; index += 1) resources.failed(`GET /${index}`, error(503, 60_000), true);
  const paused = Array.from({ length: 10_000 }, (_, index) => isPaused(`GET /${index}`)).filter(Boolean);
  expect(paused.length).toBeLessThanOrEqual(1_000);
  expect(isPaused("GET /9999")).toBe(true);
});

test("expired pauses are removed before active pauses", async () => {
  const { clock, resources, error, isPaused } = setUp();
  resources.failed("GET /long", error(503, 90_000), true);
  for (let index = 1; index < 1_000; index += 1) resources.failed(`GET /${index}`, error(503, 1_000), true);
  await clock.advance(1_000);
  resources.failed("GET /one-more", error(503, 1_000), true);
  expect(["GET /long", "GET /1", "GET /one-more"].map(isPaused)).toEqual([true, false, true]);
});
