import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { describeCause } from "#server/bff/core/report-error.ts";
import { contentKeptMs } from "#server/bff/imports/import-view.ts";

const everyMs = 60 * 60_000;

/** Removes the files of imports, and the content of their rows, after 30 days. Several replicas may do it at once. */
export function createImportCleaner(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
): IntervalWorker {
  const { clock, log, store } = services;
  return createIntervalWorker(services, {
    name: "import-cleaner",
    everyMs,
    run: async () => {
      const nowMs = clock.now();
      for (let all = 0; ; ) {
        const removed = await store.imports.removeContent(nowMs - contentKeptMs, nowMs);
        all += removed;
        if (removed > 0) continue;
        if (all > 0) log.info({ removed: all }, "files of old imports removed");
        return;
      }
    },
    report: (error) => log.warn({ error: describeCause(error) }, "files of old imports could not be removed"),
  });
}
