import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";
import { type ClockReading, leaseMs, type RunLease, readClock, startLeaseRenewal } from "./run-lease.ts";

/** How often the store is searched for work that no process has, in milliseconds. */
const intervalMs = 5_000;

/** What a process takes of the store. */
export interface ClaimWork {
  environments: readonly Environment[];
  /** What a run of this process is still about to leave. */
  except: readonly string[];
  leaseMs: number;
  limit: number;
}

interface RunWorkerOptions<Taken extends { lease: Lease }> {
  name: WorkerName;
  /** How many runs one replica has at the same time. */
  maxAtOnce: number;
  leases: Omit<LeaseStore, "takeLeases">;
  /** Done in every round, before anything is taken. */
  beforeTaking(): Promise<void>;
  take(wanted: ClaimWork): Promise<Taken[]>;
  /** One run, until its work is done, it is paused, or `signal` aborts. */
  run(taken: Taken, lease: RunLease, signal: AbortSignal): Promise<void>;
  /** What the log says of a run that failed. */
  failed: string;
}

/** Works on stored lists, row by row, whether or not a page is open. */
export interface RunWorker {
  /** Starts, first with what an earlier process left unfinished. */
  start(): void;
  /** Starts the next round at once, because there is work to do. */
  wake(): void;
  /** Takes no further row; resolves when the current ones have ended. */
  close(): Promise<void>;
}

/**
 * Creates the worker of bulk changes or of imports. Each run has a lease of its own in the store, so that one run works
 * on a list; if it stops, another takes over once the lease has lapsed (docs/decisions/0012-bulk-changes.md, docs/decisions/0039-imports.md).
 */
export function createRunWorker<Taken extends { lease: Lease }>(
  services: CoreServices,
  { name, maxAtOnce, leases, beforeTaking, take, run, failed }: RunWorkerOptions<Taken>,
): RunWorker {
  const { log, store, clients } = services;
  /** By the ID of the work. A run that has lost its lease counts until the answer to its last request has arrived. */
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
      // Another run may have taken it in the meantime. A failed step is tried again in the next round, not before.
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
      // Only one process writes a SQLite file, so leases found in it are those of an earlier process.
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
