import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import { createIntervalWorker, type IntervalWorker } from "./interval-worker.ts";

const everyMs = 60 * 60_000;

interface Cleaning {
  name: WorkerName;
  /** What is removed, as text for the log. */
  what: string;
  /** Removes old data and returns the number of removed rows. Several replicas may call this at the same time. */
  remove: (nowMs: number) => Promise<number>;
}

/** Creates a worker that removes expired data once an hour. */
export function createHourlyCleaner(
  services: Pick<CoreServices, "clock" | "log" | "workerRuns">,
  { name, what, remove }: Cleaning,
): IntervalWorker {
  const { clock, log } = services;
  return createIntervalWorker(services, {
    name,
    everyMs,
    run: async () => {
      const removed = await remove(clock.now());
      if (removed > 0) log.info({ removed }, `${what} removed`);
    },
    report: (error) => log.warn({ error: describeCause(error) }, `${what} could not be removed`),
  });
}
