import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { describeCause } from "#server/bff/core/report-error.ts";

const everyMs = 60 * 60_000;

/** For how long it is kept who has put something off, after that is over. */
const keptMs = 30 * 24 * 60 * 60_000;

/** Removes what was put off until long ago. Several replicas may do it at once. */
export function createSnoozeCleaner(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
): IntervalWorker {
  const { clock, log, store } = services;
  return createIntervalWorker(services, {
    name: "snooze-cleaner",
    everyMs,
    run: async () => void (await store.snoozes.prune(clock.now() - keptMs)),
    report: (error) => log.warn({ error: describeCause(error) }, "old snoozes could not be removed"),
  });
}
