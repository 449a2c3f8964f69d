import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { PlannedKey, StepKey } from "#server/bff/store/planned/planned-changes.ts";
import { expired, missed } from "#server/bff/store/planned/planned-transitions.ts";
import type { PlannedRunServices } from "../planned-services.ts";
import { followStep } from "./follow-step.ts";
import { runStep } from "./run-step.ts";

/** How often the store is searched for due steps while a step is due, in milliseconds. */
const intervalMs = 2_000;

/**
 * The maximum number of steps that this process runs at the same time. It is small, so that people's calls have
 * priority.
 */
const maxRunning = 4;

const maxTaken = 50;

/**
 * Runs due steps on any replica. One replica claims a step in the transaction that records its operation. If a process
 * ends after claiming a step, the reconciler settles the operation, and the step gets its state from the operation
 * (docs/decisions/0036-planned-changes.md).
 */
export function createPlannedRunner(services: PlannedRunServices) {
  const { log, store, clients } = services;
  const running = new Map<string, Promise<void>>();
  let hasMore = false;

  function begin(key: StepKey): void {
    const work = runStep(services, key, worker.signal)
      .catch((error) => {
        report(error, key);
        return false;
      })
      .then((hasBegun) => {
        running.delete(key.stepID);
        // Searches again immediately only if this step has begun. A step that could not begin would be found again at
        // once, in an endless loop.
        if (hasBegun && hasMore && !worker.signal.aborted) worker.wake();
      });
    running.set(key.stepID, work);
  }

  async function moveOverdue(): Promise<void> {
    for (const key of await store.planned.overdue(maxTaken)) {
      await store.planned.change(key, (planned, nowMs) => {
        const after = missed(planned, nowMs) ?? expired(planned, nowMs);
        return after && { planned: after };
      });
    }
  }

  async function runRound(): Promise<void> {
    for (const key of await store.planned.followed(maxTaken)) {
      if (running.has(key.stepID)) continue;
      await followStep(services, key).catch((error) => report(error, key));
    }
    await moveOverdue();
    const due = await store.planned.due([...clients.keys()], maxTaken);
    hasMore = due.length > maxRunning - running.size;
    for (const key of due) {
      if (running.size >= maxRunning) break;
      if (!running.has(key.stepID)) begin(key);
    }
  }

  /** Logs why a step could not run. The other steps still run. */
  function report(error: unknown, { plannedChangeID, environment }: Partial<PlannedKey> = {}): void {
    if (worker.signal.aborted) return;
    log.error({ plannedChangeID, environment, error: describeCause(error) }, "running a planned change failed");
  }

  const worker = createIntervalWorker(services, {
    name: "planned-runner",
    everyMs: intervalMs,
    idle: {
      store,
      tables: ["plannedChanges", "plannedSteps", "freezes", "approvals", "operations"],
      dueInMs: () => store.planned.nextDueInMs([...clients.keys()]),
    },
    run: runRound,
    report: (error) => report(error),
  });
  return {
    start: worker.start,
    /** Searches for due steps immediately. */
    wake: worker.wake,
    /** Starts no further steps, and waits until the running steps have ended. */
    async close(): Promise<void> {
      await worker.close();
      await Promise.all(running.values());
    },
  };
}
