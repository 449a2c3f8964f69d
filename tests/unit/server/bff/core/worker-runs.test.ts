import { expect, test } from "vitest";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { createWorkerRuns } from "#server/bff/core/worker-runs.ts";

/** A clock whose sleeps end at once. */
function quickClock() {
  let nowMs = 1_000;
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      nowMs += ms;
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
