import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";
import { contentKeptMs } from "#server/bff/imports/import-view.ts";

/** Removes the files of imports and the content of their rows after 30 days. */
export const createImportCleaner = (services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">) =>
  createHourlyCleaner(services, {
    name: "import-cleaner",
    what: "files of old imports",
    async remove(nowMs) {
      for (let all = 0; ; ) {
        const removed = await services.store.imports.removeContent(nowMs - contentKeptMs, nowMs);
        if (removed === 0) return all;
        all += removed;
      }
    },
  });
