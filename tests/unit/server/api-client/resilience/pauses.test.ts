import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "#lib/contract/errors.ts";
import { createPauses } from "#server/api-client/resilience/pauses.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const { signal } = new AbortController();

function setUp() {
  const clock = createFakeClock();
  const pauses = createPauses(clock);
  const error = (code: "upstream_rate_limited" | "upstream_failed", upstreamStatus: number, waitMs?: number) =>
    new AppError(code, "later", {
      upstreamStatus,
      ...(waitMs === undefined ? {} : { retryAt: new Date(clock.now() + waitMs).toISOString() }),
    });
  return { clock, pauses, error };
}

test("a 429 pauses everything until then, exactly", async () => {
  const { clock, pauses, error } = setUp();
  pauses.heed("GET /a", error("upstream_rate_limited", 429, 3_000));
  let isOver = false;
  const waiting = pauses.over("GET /b", 15_000, signal).then(() => {
    isOver = true;
  });
  await clock.advance(2_999);
  expect(isOver).toBe(false);
  expect(pauses.isPaused("GET /b")).toBe(true);
  await clock.advance(1);
  await waiting;
  expect(pauses.isPaused("GET /a")).toBe(false);
});

test("a 429 without a time pauses everything for half a second", () => {
  const { pauses, error } = setUp();
  pauses.heed("GET /a", error("upstream_rate_limited", 429));
  expect(pauses.remainingMs()).toBe(500);
});

test("a 503 with a time pauses its own path alone, one without a time nothing", () => {
  const { pauses, error } = setUp();
  pauses.heed("GET /a", error("upstream_failed", 503, 3_000));
  pauses.heed("GET /b", error("upstream_failed", 503));
  pauses.heed("GET /c", error("upstream_failed", 500, 3_000));
  expect(["GET /a", "POST /a", "GET /b", "GET /c"].map(pauses.isPaused)).toEqual([true, false, false, false]);
});

test("a pause is made longer, never shorter, also for those who wait already", async () => {
  const { clock, pauses, error } = setUp();
  pauses.heed("GET /a", error("upstream_rate_limited", 429, 1_000));
  let isOver = false;
  const waiting = pauses.over("GET /a", 15_000, signal).then(() => {
    isOver = true;
  });
  pauses.heed("GET /a", error("upstream_rate_limited", 429, 5_000));
  pauses.heed("GET /a", error("upstream_rate_limited", 429, 10));
  await clock.advance(1_000);
  await setImmediate();
  expect(isOver).toBe(false);
  await clock.advance(4_000);
  await waiting;
});

test("nobody waits longer than asked for: the error that began the pause is thrown at once", async () => {
  const { pauses, error } = setUp();
  const began = error("upstream_rate_limited", 429, 16_000);
  pauses.heed("GET /a", began);
  await expect(pauses.over("GET /b", 15_000, signal)).rejects.toBe(began);
});

test("setting the machine's clock does not shorten a pause", async () => {
  const { clock, pauses, error } = setUp();
  pauses.heed("GET /a", error("upstream_rate_limited", 429, 5_000));
  clock.jump(600_000);
  expect(pauses.remainingMs()).toBe(5_000);
  clock.jump(-1_200_000);
  expect(pauses.remainingMs()).toBe(5_000);
});

test("ten thousand paths do not fill the memory", () => {
  const { pauses, error } = setUp();
  for (let index = 0; index < 10_000; index += 1) pauses.heed(`GET /${index}`, error("upstream_failed", 503, 60_000));
  const paused = Array.from({ length: 10_000 }, (_, index) => pauses.isPaused(`GET /${index}`)).filter(Boolean);
  expect(paused.length).toBeLessThanOrEqual(1_000);
  expect(pauses.isPaused("GET /9999")).toBe(true);
});

test("pauses that have passed are forgotten before one that goes on", async () => {
  const { clock, pauses, error } = setUp();
  pauses.heed("GET /long", error("upstream_failed", 503, 60_000));
  for (let index = 1; index < 1_000; index += 1) pauses.heed(`GET /${index}`, error("upstream_failed", 503, 1_000));
  await clock.advance(1_000);
  pauses.heed("GET /one-more", error("upstream_failed", 503, 1_000));
  expect(["GET /long", "GET /1", "GET /one-more"].map(pauses.isPaused)).toEqual([true, false, true]);
});

test.each([
  [20_000, 5_000],
  [5_000, 20_000],
])("of a pause of everything (%i ms) and one of a path (%i ms) the longer one counts", async (everythingMs, pathMs) => {
  const { clock, pauses, error } = setUp();
  pauses.heed("GET /b", error("upstream_rate_limited", 429, everythingMs));
  pauses.heed("GET /a", error("upstream_failed", 503, pathMs));
  await expect(pauses.over("GET /a", 15_000, signal)).rejects.toMatchObject({
    upstreamStatus: everythingMs > pathMs ? 429 : 503,
  });
  await clock.advance(5_000);
  expect(pauses.isPaused("GET /a")).toBe(true);
  await clock.advance(15_000);
  expect(pauses.isPaused("GET /a")).toBe(false);
});
