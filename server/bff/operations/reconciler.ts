import { randomUUID } from "node:crypto";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationKinds, Reconciled } from "./operation-kind.ts";
import { maxInFlightMs, settleInterrupted } from "./settle-write.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between two checks. After the last check the operation stays unknown. */
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

/** How often the store is searched for writes without a result, in milliseconds. */
const intervalMs = 5 * second;

/** Resolves writes with an unknown result. The writes belong to this process or to processes that died. */
export type Reconciler = ReturnType<typeof createReconciler>;

/**
 * Creates the reconciler of writes without a result. A write that was never sent becomes rejected. A write that was
 * sent becomes unknown. An unknown write is checked by reading, at most nine times within little more than a day. Only
 * one replica works on a write at a time.
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
      // A failure of the store shows nothing about the write. The write is due again when its lease ends.
      if (error.code === "store_unavailable" || error.code === "internal") throw thrown;
      return { message: `The API could not be read. ${error.message}`, customerIDs: [] };
    }
  }

  /** Checks an operation and renews its lease in the meantime, because reading may take longer than the lease. */
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
      // Another replica, or the next start, checks the operation instead, without waiting for the end of the lease.
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
    await operations.keepFinding(operation.operationID, finding, pauseMs === undefined ? null : nowMs + pauseMs);
  }

  async function runRound(): Promise<void> {
    while (!worker.signal.aborted) {
      const nowMs = clock.now();
      // Operations are taken one by one, because the lease of a waiting operation would expire.
      const [operation] = await operations.takeDue(nowMs, nowMs + inFlightMs, 1);
      if (!operation) return;
      await reconcileOperation(operation).catch((error) => report(error, operation));
    }
  }

  /** If a write cannot be checked, the other writes are still checked. The write is due again when its lease ends. */
  function report(error: unknown, { operationID, environment }: Partial<StoredOperation> = {}): void {
    if (!worker.signal.aborted)
      log.error({ operationID, environment, error: describeCause(error) }, "reconciling failed");
  }

  const worker = createIntervalWorker(services, {
    name: "reconciler",
    everyMs: intervalMs,
    async recover() {
      // Only one process writes a SQLite file. So unfinished writes in the file belong to the previous process.
      if (!store.pool) await operations.makeUnfinishedDue(clock.now());
    },
    run: runRound,
    report: (error) => report(error),
  });
  return worker;
}
