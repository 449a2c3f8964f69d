import { randomUUID } from "node:crypto";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationKinds, Reconciled } from "./operation-kind.ts";
import { maxInFlightMs, settleInterrupted } from "./settle-write.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between two checks of an unknown write. After the last check, the write remains unknown. */
export const reconcilePausesMs = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  24 * hour,
] as const;

/** How soon a failed search for writes without a result is repeated, in milliseconds. */
const intervalMs = 5 * second;

/** Resolves writes without a known result. Their process may have ended. */
export type Reconciler = ReturnType<typeof createReconciler>;

/**
 * Creates the reconciler. A write that was never sent becomes rejected. A sent write becomes unknown if no answer of
 * the API was recorded. Unknown writes are then checked by reading the API, at most nine times in a little more than a
 * day. Only one replica works on a write at a time.
 */
export function createReconciler(services: CoreServices, kinds: OperationKinds) {
  const { clock, log, store, clients } = services;
  const { operations } = store;
  const inFlightMs = maxInFlightMs(services);

  async function look(operation: StoredOperation): Promise<Reconciled> {
    const { environment, kind, operationID } = operation;
    const client = clients.get(environment);
    if (!client) return { message: `The ${environment} environment is no longer configured.`, customerIDs: [] };
    const call = { requestID: randomUUID(), signal: worker.signal, caller: "reconciler", fresh: true, operationID };
    try {
      const known = kinds.get(kind);
      if (!known) return { message: `Switchboard does not know the kind ${kind}.`, customerIDs: [] };
      return await known.reconcile({ environment, client, call }, operation);
    } catch (thrown) {
      worker.signal.throwIfAborted();
      const error = toAppError(thrown);
      // A failure of the store says nothing about the write. The write becomes due again when its lease expires.
      if (error.code === "store_unavailable" || error.code === "internal") throw thrown;
      return { message: `The API could not be read. ${error.message}`, customerIDs: [] };
    }
  }

  /** Checks an operation. Renews its lease during the check, because reading may take longer than the lease. */
  async function reconcileUnderLease(operation: StoredOperation): Promise<Reconciled> {
    let { dueAt } = operation;
    const renewing = createIntervalWorker(services, {
      everyMs: inFlightMs / 4,
      async run() {
        const untilMs = clock.now() + inFlightMs;
        if (await operations.renewDue(operation.operationID, dueAt, untilMs)) dueAt = untilMs;
      },
      report,
    });
    renewing.start();
    try {
      return await look(operation);
    } finally {
      await renewing.close();
      // Makes the operation due on shutdown, so that another replica or the next start checks it without waiting for
      // the lease to expire.
      if (worker.signal.aborted) await operations.renewDue(operation.operationID, dueAt, clock.now());
    }
  }

  async function reconcileOperation(taken: StoredOperation): Promise<void> {
    const operation = await settleInterrupted(services, taken, clock.now() + inFlightMs);
    if (operation.state !== "unknown") return;
    const reconciled = await reconcileUnderLease(operation);
    if (reconciled === "settled") return;
    const nowMs = clock.now();
    const pauseMs = reconcilePausesMs[operation.attempts - 1];
    const finding = { at: new Date(nowMs).toISOString(), ...reconciled };
    await operations.keepFinding(operation.operationID, finding, pauseMs === undefined ? null : nowMs + pauseMs, nowMs);
  }

  async function runRound(): Promise<void> {
    while (!worker.signal.aborted) {
      const nowMs = clock.now();
      // Takes one operation at a time, because the lease of a waiting operation could expire.
      const [operation] = await operations.takeDue(nowMs, nowMs + inFlightMs, 1);
      if (!operation) return;
      await reconcileOperation(operation).catch((error) => report(error, operation));
    }
  }

  /**
   * Logs why a write could not be checked. Other writes are still checked. The write becomes due again when its lease
   * expires.
   */
  function report(error: unknown, { operationID, environment }: Partial<StoredOperation> = {}): void {
    if (!worker.signal.aborted)
      log.error({ operationID, environment, error: describeCause(error) }, "reconciling failed");
  }

  const worker = createIntervalWorker(services, {
    name: "reconciler",
    everyMs: intervalMs,
    idle: { store, tables: ["operations"], dueInMs: async () => msUntil(clock, await operations.nextDueAt()) },
    async recover() {
      // Only one process writes a SQLite file, so its unfinished writes belong to an earlier process.
      if (!store.pool) await operations.makeUnfinishedDue(clock.now());
    },
    run: runRound,
    report: (error) => report(error),
  });
  return worker;
}
