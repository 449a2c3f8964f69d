import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";

/** For how long it is kept who has put something off, after that is over. */
const keptMs = 30 * 24 * 60 * 60_000;

/** Removes what was put off until long ago. */
export const createSnoozeCleaner = (services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">) =>
  createHourlyCleaner(services, {
    name: "snooze-cleaner",
    what: "old snoozes",
    remove: (nowMs) => services.store.snoozes.prune(nowMs - keptMs),
  });
