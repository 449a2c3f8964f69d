import type { BuildInfo } from "#server/bff/config/build-info.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";
import { createProcessDescription } from "./describe-process.ts";

const everyMs = 20_000;

/**
 * How long a process without reports stays on the page "Console health", in milliseconds. This is long enough to be
 * noticed on the next morning.
 */
const keptMs = 24 * 60 * 60_000;

/** After how many reports old reports are removed: about once an hour. */
const reportsPerCleaning = 180;

/**
 * Between two reports, the store's clock may advance by at most this many milliseconds more than the clock of this
 * process. If it advances further, the store's clock was set forward or this process was suspended. Work may then be
 * due that the workers do not expect yet.
 */
const maxDriftMs = 2_000;

/**
 * Every 20 seconds, stores a report that this process runs, with its state. Removes the report when the process stops.
 */
export function createHeartbeat(services: ConsoleHealthServices, build: BuildInfo): IntervalWorker {
  const { clock, log, store, replicaID } = services;
  const description = createProcessDescription(services, build);
  let reports = 0;
  let last: { storeMs: number; tickMs: number } | undefined;
  const worker = createIntervalWorker(services, {
    name: "heartbeat",
    everyMs,
    // Only one process uses a SQLite file. All reports in the file at the start belong to processes that have ended.
    recover: async () => (store.pool ? undefined : store.replicas.removeUnseen(0)),
    async run() {
      const storeMs = await store.replicas.beat({ replicaID, report: description.describe() });
      const tickMs = clock.monotonic();
      if (last && storeMs - last.storeMs - (tickMs - last.tickMs) > maxDriftMs) store.announceAny();
      last = { storeMs, tickMs };
      if (reports % reportsPerCleaning === 0) await store.replicas.removeUnseen(keptMs);
      reports += 1;
      await services.sealAudit.whenAllHaveKeys();
    },
    report: (error) => {
      if (!worker.signal.aborted) log.warn({ error: describeCause(error) }, "this process could not report itself");
    },
  });
  return {
    ...worker,
    async close() {
      await worker.close();
      description.close();
      await store.replicas.leave(replicaID).catch(() => {});
    },
  };
}
