import { dayMs } from "#lib/contract/values/time-units.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/** How many days records are stored. Undefined: for ever. */
export interface RetentionDays {
  audit: number | undefined;
  operations: number | undefined;
}

const everyMs = 60 * 60_000;

/** The pause between two batches, in milliseconds. The pause gives requests priority. */
const pauseMs = 20;

/**
 * Removes records that are older than their retention time, in batches. The audit log records each batch. Null if
 * nothing is ever removed.
 */
export function createRetention(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  days: RetentionDays,
  isPushed: boolean,
): Pick<IntervalWorker, "start" | "close"> | null {
  const { clock, log, store } = services;
  const { retention } = store;
  if (days.audit === undefined && days.operations === undefined) return null;

  async function removeAll(keptDays: number | undefined, remove: (beforeMs: number, nowMs: number) => Promise<number>) {
    if (keptDays === undefined) return;
    const beforeMs = clock.now() - keptDays * dayMs;
    while (!worker.signal.aborted && (await remove(beforeMs, clock.now())) > 0) {
      await clock.sleep(pauseMs, worker.signal);
    }
  }

  const worker = createIntervalWorker(services, {
    name: "retention",
    everyMs,
    async run() {
      await removeAll(days.operations, retention.removeOperations);
      await removeAll(days.operations, retention.removeBulks);
      await removeAll(days.operations, retention.removeImports);
      await removeAll(days.operations, retention.removePlanned);
      await removeAll(days.operations, retention.removeNotes);
      await removeAll(days.operations, retention.removeHandled);
      await removeAll(days.operations, retention.removeApprovals);
      await removeAll(days.operations, retention.removeProposals);
      await removeAll(days.audit, (beforeMs, nowMs) => retention.removeAudit(beforeMs, nowMs, isPushed));
    },
    report: (error) => {
      if (!worker.signal.aborted) log.warn({ error: describeCause(error) }, "old records could not be removed");
    },
  });
  return worker;
}
