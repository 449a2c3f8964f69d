import type { BuildInfo } from "#server/bff/config/build-info.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";
import { createProcessDescription } from "./describe-process.ts";

const everyMs = 10_000;

/**
 * How long a silent process stays on the page "Console health", in milliseconds. Long enough for somebody to notice it on the
 * next morning.
 */
const keptMs = 24 * 60 * 60_000;

/**
 * Reports every ten seconds in the store that this process runs, and the state of the process. Removes the report when
 * the process stops.
 */
export function createHeartbeat(services: ConsoleHealthServices, build: BuildInfo): IntervalWorker {
  const { log, store, replicaID } = services;
  const description = createProcessDescription(services, build);
  const worker = createIntervalWorker(services, {
    name: "heartbeat",
    everyMs,
    // Only one process uses a SQLite file. So all reports in the file belong to ended processes.
    recover: async () => (store.pool ? undefined : store.replicas.removeUnseen(0)),
    async run() {
      await store.replicas.beat({ replicaID, report: description.describe() });
      await store.replicas.removeUnseen(keptMs);
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
