import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { createRateLimitGate } from "#server/api-client/resilience/rate-limit-gate.ts";
import { createFakeClock } from "../fake-clock.ts";

const { signal } = new AbortController();
const quarterMs = 900_000;

function setUp() {
  const clock = createFakeClock();
  const gate = createRateLimitGate(clock);
  const limited = (waitMs = 0) => {
    const options = waitMs > 0 ? { retryAt: new Date(clock.now() + Math.min(waitMs, quarterMs)).toISOString() } : {};
    const error = new AppError("upstream_rate_limited", "later", { upstreamStatus: 429, ...options });
    gate.record(error, waitMs);
    return error;
  };
  /**
   * Tries to start this many calls. Returns for each call whether it may start. A call that may start counts as in
   * progress.
   */
  const enter = (calls: number) => Array.from({ length: calls }, () => gate.enter(false));
  return { clock, gate, limited, enter };
}

test("a 429 pauses all requests exactly until its time", async () => {
  const { clock, gate, limited, enter } = setUp();
  limited(3_000);
  let isOver = false;
  const waiting = gate.wait(15_000, signal).then(() => {
    isOver = true;
  });
  await clock.advance(2_999);
  expect(isOver).toBe(false);
  expect(gate.isClosed()).toBe(true);
  await clock.advance(1);
  await waiting;
  expect(gate.isClosed()).toBe(false);
  expect(enter(10).filter((pass) => pass === undefined)).toEqual([]);
});

test("a 429 without a time pauses all requests for half a second, and another error pauses none", () => {
  const { gate, limited } = setUp();
  gate.record(new AppError("upstream_failed", "", { upstreamStatus: 503 }), 5_000);
  expect(gate.state()).toBe("open");
  limited();
  expect(gate.remainingMs()).toBe(500);
});

test("a pause can be prolonged, but never shortened, also for requests that are already waiting", async () => {
  const { clock, gate, limited } = setUp();
  limited(1_000);
  let isOver = false;
  const waiting = gate.wait(15_000, signal).then(() => {
    isOver = true;
  });
  limited(5_000);
  limited(10);
  await clock.advance(1_000);
  await setImmediate();
  expect(isOver).toBe(false);
  await clock.advance(4_000);
  await waiting;
});

test("a call does not wait longer than its limit, and fails at once with the error that began the pause", async () => {
  const { gate, limited } = setUp();
  const began = limited(16_000);
  await expect(gate.wait(15_000, signal)).rejects.toBe(began);
});

test("setting the machine's clock does not shorten a pause", () => {
  const { clock, gate, limited } = setUp();
  limited(5_000);
  clock.jump(600_000);
  expect(gate.remainingMs()).toBe(5_000);
  clock.jump(-1_200_000);
  expect(gate.remainingMs()).toBe(5_000);
});

test("a pause of one hour lasts 15 minutes, after which one call is sent, and its answer ends the pause", async () => {
  const { clock, gate, limited, enter } = setUp();
  limited(hourMs);
  expect(gate.remainingMs()).toBe(quarterMs);
  await clock.advance(quarterMs);
  expect(gate.state()).toBe("probing");
  const passes = enter(100);
  expect(passes.filter((pass) => pass !== undefined)).toHaveLength(1);
  expect(gate.isClosed()).toBe(true);
  expect(gate.error()?.retryAt).toBe(new Date(clock.now() + 1_000).toISOString());
  passes[0]?.("answered");
  expect(gate.state()).toBe("open");
  expect(enter(100).filter((pass) => pass === undefined)).toEqual([]);
});

test.each([
  ["of the requested length", 60_000, 60_000],
  ["of a quarter of an hour if the API requests more", hourMs, quarterMs],
  ["of the first 429's length, at most a quarter of an hour, if it contains no time", 0, quarterMs],
])("a probe that gets another 429 starts a new pause %s", async (_, askedMs, pauseMs) => {
  const { clock, gate, limited, enter } = setUp();
  limited(hourMs);
  await clock.advance(quarterMs);
  const [pass] = enter(1);
  limited(askedMs);
  pass?.("limited");
  expect(gate.state()).toBe("paused");
  expect(gate.remainingMs()).toBe(pauseMs);
});

test("if a probe gets no answer, the next call is the probe", async () => {
  const { clock, limited, enter } = setUp();
  limited(hourMs);
  await clock.advance(quarterMs);
  enter(1)[0]?.("nothing");
  expect(enter(3).filter((pass) => pass !== undefined)).toHaveLength(1);
});

test("after an hour-long pause all calls may be sent, whether or not a probe was tried", async () => {
  const { clock, gate, limited, enter } = setUp();
  limited(hourMs);
  await clock.advance(hourMs);
  expect(gate.state()).toBe("open");
  expect(enter(3).filter((pass) => pass === undefined)).toEqual([]);
});

test("a forced call is the probe at once, and without a clear answer the pause continues", async () => {
  const { clock, gate, limited, enter } = setUp();
  limited(hourMs);
  await clock.advance(60_000);
  const insisting = gate.enter(true);
  expect(insisting).toBeDefined();
  expect(gate.enter(true)).toBeUndefined();
  expect(enter(1)).toEqual([undefined]);
  insisting?.("nothing");
  expect(gate.remainingMs()).toBe(quarterMs - 60_000);
  gate.enter(true)?.("answered");
  expect(gate.state()).toBe("open");
});
