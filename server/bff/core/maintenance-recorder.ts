import { recordNotes } from "#server/bff/store/console-health/maintenance-notes.ts";
import type { CoreServices } from "./core-services.ts";
import { describeCause } from "./log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "./queues/interval-worker.ts";

const everyMs = 30_000;

/**
 * Records the backups that the backup command has made of a SQLite store. The command cannot record them itself,
 * because only the console may write to its SQLite file.
 */
export function createMaintenanceRecorder(
  services: Pick<CoreServices, "clock" | "log" | "store">,
  databaseUrl: string,
): IntervalWorker {
  const { log, store } = services;
  return createIntervalWorker(services, {
    everyMs,
    run: () => recordNotes(databaseUrl, store.maintenance),
    report: (error) => log.warn({ error: describeCause(error) }, "a backup could not be recorded"),
  });
}
