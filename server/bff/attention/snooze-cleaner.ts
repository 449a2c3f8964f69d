import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";

/** How long a postponement remains stored after its end, in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000;

/** Removes postponements that ended long ago. */
export const createSnoozeCleaner = (services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">) =>
  createHourlyCleaner(services, {
    name: "snooze-cleaner",
    what: "old snoozes",
    remove: (nowMs) => services.store.snoozes.prune(nowMs - keptMs),
  });
