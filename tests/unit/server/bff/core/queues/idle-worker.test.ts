import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createIntervalWorker, maxIdleMs, maxUnheardIdleMs } from "#server/bff/core/queues/interval-worker.ts";
import type { OnWritten } from "#server/database/written-tables.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const everyMs = 5_000;
/** The minimum pause of a worker that has no work. */
const minIdleMs = 1_500;
const stepMs = 100;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a worker. After each run, the next work is due after the next of these times. The last time is repeated. */
function start(...dueInMs: number[]) {
  return startWith({}, ...dueInMs);
}

/** Like `start`, with a minimum pause of the worker's own. */
function startWith(pauses: { minPauseMs?: number }, ...dueInMs: number[]) {
  const clock = createFakeClock();
  const startMs = clock.monotonic();
  /** Lets time pass in small steps, so that each pause ends at its own time. */
  const pass = async (ms: number) => {
    for (let passedMs = 0; passedMs <= ms; passedMs += stepMs) {
      if (passedMs > 0) await clock.advance(stepMs);
      for (let turns = 0; turns < 5; turns += 1) await setImmediate();
    }
  };
  const listeners = new Set<OnWritten>();
  let hearsAllWrites = true;
  const runsAt: number[] = [];
  /** By how much the wall clock is set forward while the next due times are computed. */
  const jumps: number[] = [];
  const worker = createIntervalWorker(
    { clock },
    {
      everyMs,
      idle: {
        ...pauses,
        store: {
          onWritten(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
          hearsAllWrites: () => hearsAllWrites,
        },
        tables: ["operations"],
        async dueInMs() {
          const inMs = (dueInMs.length > 1 ? dueInMs.shift() : dueInMs[0]) ?? 0;
          clock.jump(jumps.shift() ?? 0);
          return inMs;
        },
      },
      async run() {
        runsAt.push(clock.monotonic() - startMs);
      },
      report: (error) => {
        throw error;
      },
    },
  );
  worker.start();
  closers.push(worker.close);
  const write = (...tables: string[]) => {
    for (const listener of listeners) listener(tables.length === 0 ? "any" : new Set(tables));
  };
  const hear = (isHeard: boolean) => {
    hearsAllWrites = isHeard;
  };
  return { pass, runsAt, worker, write, hear, listeners, jump: clock.jump, jumps };
}

test("a worker without known work pauses for the maximum time", async () => {
  const { pass, runsAt } = start(Number.POSITIVE_INFINITY);
  await pass(2 * maxIdleMs);
  expect(runsAt).toEqual([0, maxIdleMs, 2 * maxIdleMs]);
});

test("a worker runs when its next work is due, but pauses for a moment first", async () => {
  const { pass, runsAt } = start(7_500, 10, Number.POSITIVE_INFINITY);
  await pass(30_000);
  expect(runsAt).toEqual([0, 7_500, 7_500 + minIdleMs]);
});

test("a worker whose next work is due before the end of its interval does not wait for the interval", async () => {
  const { pass, runsAt } = start(2_500, Number.POSITIVE_INFINITY);
  await pass(10_000);
  expect(runsAt).toEqual([0, 2_500]);
});

test("a worker with due work runs at its interval", async () => {
  const { pass, runsAt } = start(0);
  await pass(12_000);
  expect(runsAt).toEqual([0, everyMs, 2 * everyMs]);
});

test("a worker pauses for a shorter time while it does not hear the writes of other processes", async () => {
  const { pass, runsAt, hear } = start(Number.POSITIVE_INFINITY);
  await pass(2_000);
  hear(false);
  await pass(maxUnheardIdleMs - 2_000);
  expect(runsAt).toEqual([0, maxUnheardIdleMs]);
  await pass(5_000);
  hear(true);
  await pass(60_000);
  expect(runsAt).toHaveLength(2);
});

test("a write ends the pause, but a write of another table does not", async () => {
  const { pass, runsAt, write } = start(Number.POSITIVE_INFINITY);
  await pass(10_000);
  write("staff");
  await pass(1_000);
  expect(runsAt).toEqual([0]);
  write("operations");
  await pass(1_000);
  expect(runsAt).toEqual([0, 11_000]);
});

test("new work begins within two seconds, and many writes start one run", async () => {
  const { pass, runsAt, write } = start(Number.POSITIVE_INFINITY);
  await pass(500);
  for (let count = 0; count < 100; count += 1) write("operations");
  await pass(10_000);
  expect(runsAt).toEqual([0, minIdleMs]);
});

test("a worker with a minimum pause of its own runs no sooner, however much is written", async () => {
  const { pass, runsAt, write } = startWith({ minPauseMs: everyMs }, Number.POSITIVE_INFINITY);
  for (let count = 0; count < 4; count += 1) {
    write("operations");
    await pass(1_000);
  }
  expect(runsAt).toEqual([0]);
  await pass(2_000);
  expect(runsAt).toEqual([0, everyMs]);
});

test("a store that may have missed writes wakes every worker", async () => {
  const { pass, runsAt, write } = start(Number.POSITIVE_INFINITY);
  await pass(10_000);
  write();
  await pass(1_000);
  expect(runsAt).toEqual([0, 10_000]);
});

test("a wall clock that is set forward ends the pause within two seconds", async () => {
  const { pass, runsAt, jump } = start(Number.POSITIVE_INFINITY);
  await pass(500);
  jump(86_400_000);
  await pass(1_500);
  expect(runsAt).toEqual([0, minIdleMs]);
  await pass(10_000);
  jump(86_400_000);
  await pass(2_000);
  expect(runsAt).toHaveLength(3);
});

test("a call of wake ends the pause", async () => {
  const { pass, runsAt, worker } = start(Number.POSITIVE_INFINITY);
  await pass(10_000);
  worker.wake();
  await pass(stepMs);
  expect(runsAt).toEqual([0, 10_000]);
});

test("a closed worker ends its pause and listens no longer", async () => {
  const { pass, worker, listeners } = start(Number.POSITIVE_INFINITY);
  await pass(10_000);
  await worker.close();
  expect(listeners.size).toBe(0);
});

test("a worker notices a clock that was set forward while it computed when its next work is due", async () => {
  const { pass, runsAt, jumps } = start(60_000, Number.POSITIVE_INFINITY);
  jumps.push(60_000);
  await pass(10_000);
  expect(runsAt).toEqual([0, minIdleMs]);
});
