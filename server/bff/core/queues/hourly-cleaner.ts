import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import { createIntervalWorker, type IntervalWorker } from "./interval-worker.ts";

const everyMs = 60 * 60_000;

interface Cleaning {
  name: WorkerName;
  /** What is removed, as the log says it. */
  what: string;
  /** Removes what is old; gives how many there were. Several replicas may do it at once. */
  remove: (nowMs: number) => Promise<number>;
}

/** Creates the worker that removes what is kept for a time, once an hour. */
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
