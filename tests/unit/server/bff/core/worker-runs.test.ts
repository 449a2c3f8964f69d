import { expect, test } from "vitest";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { createWorkerRuns } from "#server/bff/core/worker-runs.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

/** A clock whose sleeps end at once. By its time, each sleep lasts `lateMs` longer than it should. */
function quickClock(lateMs = 0) {
  let nowMs = 1_000;
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      nowMs += ms + lateMs;
      await new Promise((resolve) => setImmediate(resolve));
    },
    after: () => () => {},
  };
}

test("each run of a named worker is counted, with its end, its failures and whether the last run failed", async () => {
  const clock = quickClock();
  const workerRuns = createWorkerRuns(clock);
  const ended = Promise.withResolvers<void>();
  let runs = 0;
  const worker = createIntervalWorker(
    { clock, workerRuns },
    {
      name: "reconciler",
      everyMs: 5_000,
      async run() {
        runs += 1;
        if (runs === 2) throw new Error("the store is away");
        if (runs === 4) ended.resolve();
      },
      report: () => {},
    },
  );
  expect(workerRuns.list()).toEqual([]);
  worker.start();
  await ended.promise;
  const [state] = workerRuns.list();
  expect(state).toMatchObject({ name: "reconciler", everyMs: 5_000, isFailing: false, failures: 1 });
  expect(state?.runs).toBeGreaterThanOrEqual(3);
  expect(state?.endedAt).toBeGreaterThanOrEqual(11_000);
  await worker.close();
});

test("the pause of a worker is not longer if each of its waits ends late", async () => {
  const clock = quickClock(30_000);
  const times: number[] = [];
  const ended = Promise.withResolvers<void>();
  const worker = createIntervalWorker(
    { clock, workerRuns: createWorkerRuns(clock) },
    {
      everyMs: 100_000,
      async run() {
        times.push(clock.now());
        if (times.length === 2) ended.resolve();
      },
      report: () => {},
    },
  );
  worker.start();
  await ended.promise;
  await worker.close();
  // Two waits of 20 seconds, each of which ends 30 seconds late.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(100_000);
});

test("a run that the end of the console aborts is no failure, and a worker without a name is not listed", async () => {
  const clock = quickClock();
  const workerRuns = createWorkerRuns(clock);
  const begun = Promise.withResolvers<void>();
  const work = { everyMs: 1_000, report: () => {} };
  const worker = createIntervalWorker(
    { clock, workerRuns },
    {
      ...work,
      name: "job-tracker",
      run: () =>
        new Promise((_resolve, reject) => {
          begun.resolve();
          worker.signal.addEventListener("abort", () => reject(worker.signal.reason));
        }),
    },
  );
  const unnamed = createIntervalWorker({ clock, workerRuns }, { ...work, run: async () => {} });
  worker.start();
  unnamed.start();
  await begun.promise;
  await Promise.all([worker.close(), unnamed.close()]);
  expect(workerRuns.list()).toMatchObject([{ name: "job-tracker", isFailing: false, failures: 0, runs: 1 }]);
});

test.each([
  ["that has nothing to do", 5_000, true],
  ["that pauses for an hour", 3_600_000, false],
])("a worker %s shows every 20 seconds that it is not stuck", async (_what, everyMs, isIdle) => {
  const clock = createFakeClock();
  const workerRuns = createWorkerRuns(clock);
  const store = { onWritten: () => () => {}, hearsAllWrites: () => true };
  const idle = { store, tables: [], dueInMs: async () => Number.POSITIVE_INFINITY };
  let runs = 0;
  const worker = createIntervalWorker(
    { clock, workerRuns },
    {
      name: "reconciler",
      everyMs,
      ...(isIdle && { idle }),
      async run() {
        runs += 1;
      },
      report: () => {},
    },
  );
  worker.start();
  for (let seconds = 0; seconds < 300; seconds += 1) {
    await clock.advance(1_000);
    const [state] = workerRuns.list();
    expect(clock.now() - (state?.signAt ?? 0)).toBeLessThanOrEqual(21_000);
  }
  expect(runs).toBe(1);
  await worker.close();
});

test("a worker whose run does not end gives no sign", async () => {
  const clock = createFakeClock();
  const workerRuns = createWorkerRuns(clock);
  const hung = Promise.withResolvers<void>();
  const work = { name: "heartbeat", everyMs: 1_000, run: () => hung.promise, report: () => {} } as const;
  const worker = createIntervalWorker({ clock, workerRuns }, work);
  const startMs = clock.now();
  worker.start();
  for (let minutes = 0; minutes < 5; minutes += 1) await clock.advance(60_000);
  expect(workerRuns.list()).toMatchObject([{ signAt: startMs, runs: 0 }]);
  hung.resolve();
  await worker.close();
});
