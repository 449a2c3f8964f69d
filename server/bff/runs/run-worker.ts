import { randomUUID } from "node:crypto";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import { type Lease, RunEnded } from "#server/bff/store/runs/lease.ts";
import { continuePaused } from "./continue-paused.ts";
import { followOperations, recoverOrphans, recoverRows } from "./follow-rows.ts";
import type { RunContext } from "./run-context.ts";
import type { AnyRow, AnyRun, RunKind } from "./run-kind.ts";
import { type ClockReading, leaseMs, type RunLease, readClock, startLeaseRenewal } from "./run-lease.ts";

/** How often the store is searched for unclaimed work while a run continues, in milliseconds. */
const intervalMs = 2_000;

interface RunWorkerOptions<Run extends AnyRun, Row extends AnyRow, Services extends ContractServices> {
  name: WorkerName;
  kind: RunKind<Run, Row>;
  /** The maximum number of runs that one replica processes at the same time. */
  maxAtOnce: number;
  /** True if people's calls have priority. */
  isBackground?: true;
  /** The work for each state. The work ends if it is done, if the run is paused, or if the signal of `call` aborts. */
  check(work: RunContext<Run, Row, Services>): Promise<void>;
  sendFirst(work: RunContext<Run, Row, Services>): Promise<void>;
  sendRemaining(work: RunContext<Run, Row, Services>): Promise<void>;
}

/** Processes stored lists row by row. No page needs to be open. */
export type RunWorker = ReturnType<typeof createRunWorker>;

/**
 * Creates the worker of bulk changes or of imports. Each run has its own lease in the store, so only one process works
 * on it. If that process stops, another process takes over after the lease has expired
 * (docs/decisions/0012-bulk-changes.md, docs/decisions/0039-imports.md).
 */
export function createRunWorker<Run extends AnyRun, Row extends AnyRow, Services extends ContractServices>(
  services: Services,
  { name, kind, maxAtOnce, isBackground, check, sendFirst, sendRemaining }: RunWorkerOptions<Run, Row, Services>,
) {
  const { log, store, clients } = services;
  const runs = kind.storeOf(services);
  /**
   * The running work, by the ID of its run. After a run has lost its lease, its work remains here until its last
   * request is answered.
   */
  const running = new Map<string, Promise<void>>();
  /** The time until paused runs are checked again, in milliseconds. */
  let continuesInMs = Number.POSITIVE_INFINITY;

  async function workOn(taken: { run: Run; lease: Lease }, askedAt: ClockReading): Promise<void> {
    const { runID } = taken.lease;
    const lease = startLeaseRenewal(services, runs, taken.lease, askedAt);
    let isExpected = true;
    try {
      await advance(taken.run, lease, AbortSignal.any([worker.signal, lease.signal]));
    } catch (error) {
      // An aborted call may throw another error than RunEnded, so the signal is checked too.
      isExpected = error instanceof RunEnded || lease.signal.aborted;
      if (!isExpected) report(error, runID);
    } finally {
      await lease.stop();
      await runs.release(lease).catch((error) => report(error, runID));
      running.delete(runID);
      // Searches for further work immediately. After an unexpected error, the step is tried again only in the next
      // interval.
      if (isExpected) worker.wake();
    }
  }

  async function advance(run: Run, lease: RunLease, signal: AbortSignal): Promise<void> {
    const client = clients.get(run.environment);
    // Without a client, the environment is not configured. The run then waits until it is configured again.
    if (!client) return;
    const call = {
      requestID: randomUUID(),
      signal,
      caller: `${kind.kind} ${lease.runID}`,
      ...(isBackground && { isBackground }),
    };
    const work: RunContext<Run, Row, Services> = { services, kind, run, lease, client, call };
    await recoverRows(work);
    if (run.state === "checking") await check(work);
    else if (run.state === "first") await sendFirst(work);
    else await sendRemaining(work);
  }

  function report(error: unknown, runID?: string): void {
    if (!worker.signal.aborted) log.error({ runID, error: describeError(error) }, `the ${kind.noun} cannot go on`);
  }

  const worker = createIntervalWorker(services, {
    name,
    everyMs: intervalMs,
    idle: {
      store,
      tables: ["bulks", "bulkRows", "imports", "importRows", "operations", "changeLimitPolicy", "changeLimitRequests"],
      dueInMs: async () =>
        running.size > 0 ? 0 : Math.min(continuesInMs, (await runs.nextExpiryInMs()) ?? Number.POSITIVE_INFINITY),
    },
    async recover() {
      // Only one process writes a SQLite file, so at the start every lease in the file is from an earlier process.
      if (!store.pool) await runs.releaseAll();
    },
    async run() {
      await followOperations(kind, services);
      await recoverOrphans(kind, services);
      continuesInMs = await continuePaused(kind, services);
      const limit = maxAtOnce - running.size;
      if (limit <= 0) return;
      const askedAt = readClock(services);
      const wanted = { environments: [...clients.keys()], except: [...running.keys()], leaseMs, limit };
      for (const taken of await runs.take(wanted)) running.set(taken.lease.runID, workOn(taken, askedAt));
    },
    report,
  });
  return {
    /** Starts the worker. The worker first continues work that an earlier process has not finished. */
    start: worker.start,
    /** Starts a run of the worker immediately. Call this when there is new work. */
    wake: worker.wake,
    /** Claims no further rows. Resolves when the current rows are finished. */
    async close(): Promise<void> {
      await worker.close();
      await Promise.all(running.values());
    },
  };
}
