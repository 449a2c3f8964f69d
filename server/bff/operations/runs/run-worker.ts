import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";
import { type ClockReading, leaseMs, type RunLease, readClock, startLeaseRenewal } from "./run-lease.ts";

/** How often the store is searched for unclaimed work, in milliseconds. */
const intervalMs = 5_000;

/** How a process claims work from the store. */
export interface ClaimWork {
  environments: readonly Environment[];
  /** IDs that an ending run of this process still holds. */
  except: readonly string[];
  leaseMs: number;
  limit: number;
}

interface RunWorkerOptions<Taken extends { lease: Lease }> {
  name: WorkerName;
  /** The maximum number of concurrent runs of one replica. */
  maxAtOnce: number;
  leases: Omit<LeaseStore, "takeLeases">;
  /** Called in every iteration before work is claimed. */
  beforeTaking(): Promise<void>;
  take(wanted: ClaimWork): Promise<Taken[]>;
  /** Runs until the work is done, it is paused, or `signal` aborts. */
  run(taken: Taken, lease: RunLease, signal: AbortSignal): Promise<void>;
  /** The log message for a failed run. */
  failed: string;
}

/** Works on stored lists row by row, whether or not a page is open. */
export interface RunWorker {
  /** Starts with work that an earlier process left unfinished. */
  start(): void;
  /** Starts the next iteration at once, because there is work. */
  wake(): void;
  /** Claims no further row and resolves when the current rows are finished. */
  close(): Promise<void>;
}

/**
 * Creates the worker of bulk changes or of imports. Each run has its own lease in the store, so that only one run works
 * on a list. If the run stops, another takes over after the lease has expired (docs/decisions/0012-bulk-changes.md,
 * docs/decisions/0039-imports.md).
 */
export function createRunWorker<Taken extends { lease: Lease }>(
  services: CoreServices,
  { name, maxAtOnce, leases, beforeTaking, take, run, failed }: RunWorkerOptions<Taken>,
): RunWorker {
  const { log, store, clients } = services;
  /**
   * By the ID of the work. A run that has lost its lease stays here until the answer to its last request has arrived.
   */
  const running = new Map<string, Promise<void>>();

  async function workOn(taken: Taken, askedAt: ClockReading): Promise<void> {
    const { runID } = taken.lease;
    const lease = startLeaseRenewal(services, leases, taken.lease, askedAt);
    let isAsItShould = true;
    try {
      await run(taken, lease, AbortSignal.any([worker.signal, lease.signal]));
    } catch (error) {
      // A call that was aborted by the end of the run may throw another error.
      isAsItShould = error instanceof RunEnded || lease.signal.aborted;
      if (!isAsItShould) report(error, runID);
    } finally {
      await lease.stop();
      await leases.release(lease).catch((error) => report(error, runID));
      running.delete(runID);
      // Another run may have claimed the work meanwhile. A failed step is tried again only in the next iteration.
      if (isAsItShould) worker.wake();
    }
  }

  function report(error: unknown, runID?: string): void {
    if (!worker.signal.aborted) log.error({ runID, error: describeError(error) }, failed);
  }

  const worker = createIntervalWorker(services, {
    name,
    everyMs: intervalMs,
    async recover() {
      // Only one process writes a SQLite file, so leases found in it belong to an earlier process.
      if (!store.pool) await leases.releaseAll();
    },
    async run() {
      await beforeTaking();
      const limit = maxAtOnce - running.size;
      if (limit <= 0) return;
      const askedAt = readClock(services);
      const wanted = { environments: [...clients.keys()], except: [...running.keys()], leaseMs, limit };
      for (const taken of await take(wanted)) running.set(taken.lease.runID, workOn(taken, askedAt));
    },
    report,
  });
  return {
    start: worker.start,
    wake: worker.wake,
    async close() {
      await worker.close();
      await Promise.all(running.values());
    },
  };
}
