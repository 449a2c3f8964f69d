import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";

/** Removes drafts that have not changed for seven days. */
export const createDraftCleaner = (services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">) =>
  createHourlyCleaner(services, {
    name: "draft-cleaner",
    what: "expired drafts",
    remove: (nowMs) => services.store.drafts.removeExpired(nowMs),
  });
