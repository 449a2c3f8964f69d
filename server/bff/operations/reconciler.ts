import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/errors.ts";
import { reconcileContract } from "#server/bff/contracts/reconcile-contract.ts";
import { knownError, problemOf } from "#server/bff/core/problem.ts";
import { describeError } from "#server/bff/core/report-error.ts";
import { createRounds } from "#server/bff/core/rounds.ts";
import type { Services } from "#server/bff/core/services.ts";
import { reconcileCreation } from "#server/bff/creations/reconcile-creation.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { LookContext, Looked } from "./look.ts";
import { inFlightMs } from "./settle-write.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after one look the next one comes; after the last the operation stays unknown. */
export const lookPausesMs = [
  ...[5 * second, 15 * second, minute, 5 * minute, 15 * minute],
  ...[hour, 6 * hour, 24 * hour],
] as const;

/** How often the store is asked whether somebody left a write behind, in milliseconds. */
const roundMs = 5 * second;
const mostAtOnce = 20;

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
export function createReconciler(services: Services): Reconciler {
  const { clock, log, store, clients } = services;
  const { operations } = store;

  async function look(operation: StoredOperation): Promise<Looked> {
    const { environment, kind } = operation;
    const client = clients.get(environment);
    if (!client) return { message: `The ${environment} environment is not configured any more.`, customerIDs: [] };
    const call = { requestID: randomUUID(), signal: rounds.signal, caller: "reconciler", fresh: true };
    const context: LookContext = { services, environment, client, call };
    try {
      return await (kind === "create-customer"
        ? reconcileCreation(context, operation)
        : reconcileContract(context, operation));
    } catch (thrown) {
      rounds.signal.throwIfAborted();
      const error = knownError(thrown);
      // The store's failure is no finding: the operation stays taken, and comes up again.
      if (error.code === "store_unavailable" || error.code === "internal") throw thrown;
      return { message: `The API could not be read. ${error.message}`, customerIDs: [] };
    }
  }

  async function lookAfter(taken: StoredOperation): Promise<void> {
    const operation = await unknownOf(taken);
    if (operation.state !== "unknown") return;
    const looked = await look(operation);
    if (looked === "settled") return;
    const nowMs = clock.now();
    const pauseMs = lookPausesMs[operation.attempts - 1];
    const finding = { at: new Date(nowMs).toISOString(), ...looked };
    await operations.keepFinding(operation.operationID, finding, pauseMs === undefined ? null : nowMs + pauseMs);
  }

  /** What is left in a state that its own process would have changed by now. */
  async function unknownOf(taken: StoredOperation): Promise<StoredOperation> {
    const { operationID, state } = taken;
    const nowMs = clock.now();
    const problem = (error: AppError) => problemOf(error, randomUUID());
    if (state === "recorded") {
      const settlement = { state: "rejected", problem: problem(neverSent()) } as const;
      return (await operations.settle(operationID, ["recorded"], settlement, nowMs)).operation;
    }
    if (state !== "sent") return taken;
    const settlement = { state: "unknown", problem: problem(interrupted()), dueAt: nowMs + inFlightMs } as const;
    return (await operations.settle(operationID, ["sent"], settlement, nowMs)).operation;
  }

  async function runRound(): Promise<void> {
    for (;;) {
      const nowMs = clock.now();
      const due = await operations.takeDue(nowMs, nowMs + inFlightMs, mostAtOnce);
      for (const operation of due) await lookAfter(operation).catch(report);
      if (due.length < mostAtOnce) return;
    }
  }

  /** A write that cannot be looked after keeps no other from it: it comes up again by itself. */
  function report(error: unknown): void {
    if (!rounds.signal.aborted) log.error({ error: describeError(error) }, "reconciling failed");
  }

  const rounds = createRounds(services, {
    everyMs: roundMs,
    async takeUp() {
      // One process writes a SQLite file: what is unfinished in it, its predecessor has left.
      if (!store.pool) await operations.makeUnfinishedDue(clock.now());
    },
    round: runRound,
    report,
  });
  return rounds;
}

export const neverSent = () =>
  new AppError("not_sent", "The console stopped before it sent this. Nothing was changed: start it again.");

const interrupted = () =>
  new AppError(
    "outcome_unknown",
    "The console stopped while it waited for the API's answer. It finds out by reading what became of this, and does not send it again.",
  );
