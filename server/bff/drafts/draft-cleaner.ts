import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { describeCause } from "#server/bff/core/report-error.ts";

const everyMs = 60 * 60_000;

/** Removes drafts that were not changed for seven days. Several replicas may do it at once. */
export function createDraftCleaner(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
): IntervalWorker {
  const { clock, log, store } = services;
  return createIntervalWorker(services, {
    name: "draft-cleaner",
    everyMs,
    run: async () => {
      const removed = await store.drafts.removeExpired(clock.now());
      if (removed > 0) log.info({ removed }, "expired drafts removed");
    },
    report: (error) => log.warn({ error: describeCause(error) }, "expired drafts could not be removed"),
  });
}
