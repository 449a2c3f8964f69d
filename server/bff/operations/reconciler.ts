import { randomUUID } from "node:crypto";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker } from "#server/bff/core/interval-worker.ts";
import { toAppError } from "#server/bff/core/problem.ts";
import { describeCause } from "#server/bff/core/report-error.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationKinds, Reconciled } from "./operation-kind.ts";
import { inFlightMs, settleAbandoned } from "./settle-write.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after one look the next one comes; after the last the operation stays unknown. */
export const reconcilePausesMs = [
  ...[5 * second, 15 * second, minute, 5 * minute, 15 * minute],
  ...[hour, 6 * hour, 24 * hour],
] as const;

/** How often the store is asked whether somebody left a write behind, in milliseconds. */
const roundMs = 5 * second;

/** Finds out what became of writes that nobody can tell about, here and of processes that died. */
export interface Reconciler {
  /** Begins looking, first at what was left behind. */
  start(): void;
  /** A write has become unknown: looks at once in place of at the next round. */
  wake(): void;
  /** Ends a look under way; there is none after it. */
  close(): Promise<void>;
}

/**
 * Makes what looks after writes that were left without a result: one that was never sent is
 * rejected, one that was sent is unknown, and an unknown one is looked for by reading, at most nine
 * times in a little more than a day. Each write is taken by one replica at a time.
 */
export function createReconciler(services: CoreServices, kinds: OperationKinds): Reconciler {
  const { clock, log, store, clients } = services;
  const { operations } = store;

  async function look(operation: StoredOperation): Promise<Reconciled> {
    const { environment, kind } = operation;
    const client = clients.get(environment);
    if (!client) return { message: `The ${environment} environment is no longer configured.`, customerIDs: [] };
    const call = { requestID: randomUUID(), signal: rounds.signal, caller: "reconciler", fresh: true };
    try {
      const known = kinds.get(kind);
      if (!known) return { message: `Switchboard does not know the kind ${kind}.`, customerIDs: [] };
      return await known.reconcile({ environment, client, call }, operation);
    } catch (thrown) {
      rounds.signal.throwIfAborted();
      const error = toAppError(thrown);
      // The store's failure is no finding: the operation stays taken, and comes up again.
      if (error.code === "store_unavailable" || error.code === "internal") throw thrown;
      return { message: `The API could not be read. ${error.message}`, customerIDs: [] };
    }
  }

  /** Looks, and keeps the operation from others meanwhile: reading may take longer than it was taken for. */
  async function lookAlone(operation: StoredOperation): Promise<Reconciled> {
    let { dueAt } = operation;
    const renewing = createIntervalWorker(services, {
      everyMs: inFlightMs / 4,
      async round() {
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
    }
  }

  async function reconcileOperation(taken: StoredOperation): Promise<void> {
    const operation = await settleAbandoned(services, taken, clock.now() + inFlightMs);
    if (operation.state !== "unknown") return;
    const looked = await lookAlone(operation);
    if (looked === "settled") return;
    const nowMs = clock.now();
    const pauseMs = reconcilePausesMs[operation.attempts - 1];
    const finding = { at: new Date(nowMs).toISOString(), ...looked };
    await operations.keepFinding(operation.operationID, finding, pauseMs === undefined ? null : nowMs + pauseMs);
  }

  async function runRound(): Promise<void> {
    while (!rounds.signal.aborted) {
      const nowMs = clock.now();
      // Each when its turn comes: a lease that waits for others would lapse meanwhile.
      const [operation] = await operations.takeDue(nowMs, nowMs + inFlightMs, 1);
      if (!operation) return;
      await reconcileOperation(operation).catch((error) => report(error, operation));
    }
  }

  /** A write that cannot be looked after keeps no other from it: it comes up again by itself. */
  function report(error: unknown, { operationID, environment }: Partial<StoredOperation> = {}): void {
    if (!rounds.signal.aborted)
      log.error({ operationID, environment, error: describeCause(error) }, "reconciling failed");
  }

  const rounds = createIntervalWorker(services, {
    everyMs: roundMs,
    async takeUp() {
      // One process writes a SQLite file: what is unfinished in it, its predecessor has left.
      if (!store.pool) await operations.makeUnfinishedDue(clock.now());
    },
    round: runRound,
    report: (error) => report(error),
  });
  return rounds;
}
