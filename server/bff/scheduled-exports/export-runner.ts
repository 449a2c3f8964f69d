import { randomUUID } from "node:crypto";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import { leaseMs, readClock, startLeaseRenewal } from "#server/bff/runs/run-lease.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { nextDue, passedTimes } from "./due-times.ts";
import type { RunServices } from "./export-services.ts";
import { runExport } from "./run-export.ts";

/** The pause while there is work, in milliseconds. */
const everyMs = 2_000;

/** A run counts as late if it is added more than this time after its due time. In milliseconds. */
const lateMs = 10 * 60_000;

/**
 * Adds the due runs of schedules and makes their files. A replica makes one file at a time, so that exports do not use
 * all calls to the API.
 */
export function createExportRunner(services: RunServices) {
  const { clock, log, store, clients, workerRuns } = services;
  const { exportSchedules, exportRuns } = store;
  const environments = [...clients.keys()];

  /** Adds a run for each due schedule. Several missed times get one run. */
  async function addDueRuns(): Promise<void> {
    const nowMs = clock.now();
    for (const schedule of await exportSchedules.due(environments, nowMs)) {
      if (schedule.dueAt === null) {
        await exportSchedules.begin(schedule, nextDue(schedule, nowMs), null, nowMs);
        continue;
      }
      const { lastMs, missed, nextMs } = passedTimes(schedule, schedule.dueAt, nowMs);
      const cause = missed > 0 || nowMs - lastMs > lateMs ? ("late" as const) : ("due" as const);
      const run = { runID: randomUUID(), dueAt: lastMs, cause, missed };
      await exportSchedules.begin(schedule, nextMs, run, nowMs);
    }
  }

  /** Makes the file of one run. False if no run waits. */
  async function runOne(): Promise<boolean> {
    const askedAt = readClock({ clock });
    const [taken] = await exportRuns.take({ environments, leaseMs, limit: 1 });
    if (!taken) return false;
    const lease = startLeaseRenewal(services, exportRuns, taken, askedAt);
    try {
      await runExport(services, lease, AbortSignal.any([worker.signal, lease.signal]));
    } catch (error) {
      if (!(error instanceof RunEnded)) report(error);
    } finally {
      await lease.stop();
    }
    return true;
  }

  function report(error: unknown): void {
    if (!worker.signal.aborted) log.error({ error: describeError(error) }, "scheduled exports cannot go on");
  }

  const worker = createIntervalWorker(
    { clock, ...(workerRuns && { workerRuns }) },
    {
      name: "export-runner",
      everyMs,
      idle: {
        store,
        tables: ["exportSchedules", "exportRuns"],
        dueInMs: async () =>
          Math.min(
            msUntil(clock, await exportSchedules.nextDueAt(environments)),
            Math.max(0, (await exportRuns.nextExpiryInMs()) ?? Number.POSITIVE_INFINITY),
          ),
      },
      // Only one process uses a SQLite file. A lease that exists at the start belongs to a process that has ended.
      recover: async () => (store.pool ? undefined : exportRuns.releaseAll()),
      async run() {
        await addDueRuns();
        while (!worker.signal.aborted && (await runOne())) await addDueRuns();
      },
      report,
    },
  );
  return worker;
}
