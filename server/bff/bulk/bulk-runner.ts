import { randomUUID } from "node:crypto";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { createIntervalWorker } from "#server/bff/core/interval-worker.ts";
import { describeError } from "#server/bff/core/report-error.ts";
import { RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { TakenBulk } from "#server/bff/store/bulk/bulks.ts";
import type { BulkWork } from "./bulk-work.ts";
import { changeCanary, changeRest } from "./change-rows.ts";
import { checkBulk } from "./check-bulk.ts";
import { followOperations, recoverOrphans, recoverRows } from "./recover-rows.ts";
import { keepLease, leaseMs, type Moment, momentOf } from "./run-lease.ts";

/** How often the store is asked for bulk changes that nobody works on, in milliseconds. */
const roundMs = 5_000;

/** How many bulk changes one replica works on at the same time, each row by row. */
const maxAtOnce = 4;

/** Works on the bulk changes of all people, whether or not a page is open. */
export interface BulkRunner {
  /** Begins, first with what was left behind. */
  start(): void;
  /** Something is to be done: looks at once in place of at the next round. */
  wake(): void;
  /** Takes no further row; resolves when the one under way has ended. */
  close(): Promise<void>;
}

/**
 * Makes what checks and runs bulk changes. Each run has a lease of its own in the store, so that one run
 * works on a bulk change; where it stops, another takes over once the lease has lapsed
 * (docs/decisions/0012-bulk-changes.md).
 */
export function createBulkRunner(services: ContractServices): BulkRunner {
  const { log, store, clients } = services;
  /** By bulk. One that is about to end after it has lost its lease counts: what it has sent is answered first. */
  const running = new Map<string, Promise<void>>();

  async function workOn({ bulk, lease: taken }: TakenBulk, askedAt: Moment): Promise<void> {
    const { bulkID, environment, state } = bulk;
    const lease = keepLease(services, taken, askedAt);
    const client = clients.get(environment);
    let isAsItShould = true;
    try {
      // Only those of configured environments are taken; others wait until theirs is.
      if (!client) return;
      const signal = AbortSignal.any([rounds.signal, lease.signal]);
      const work: BulkWork = {
        ...{ services, bulk, lease, client },
        call: { requestID: randomUUID(), signal, caller: `bulk ${bulkID}` },
      };
      await recoverRows(work);
      if (state === "checking") await checkBulk(work);
      else if (state === "canary") await changeCanary(work);
      else await changeRest(work);
    } catch (error) {
      // A call that the end of the run has broken off may say so in its own words.
      isAsItShould = error instanceof RunEnded || lease.signal.aborted;
      if (!isAsItShould) report(error, bulkID);
    } finally {
      await lease.stop();
      await store.bulks.release(lease).catch((error) => report(error, bulkID));
      running.delete(bulkID);
      // It may have been taken on in the meantime. What failed comes up with the next round and no sooner.
      if (isAsItShould) rounds.wake();
    }
  }

  function report(error: unknown, bulkID?: string): void {
    if (!rounds.signal.aborted) log.error({ bulkID, error: describeError(error) }, "a bulk change cannot go on");
  }

  async function runRound(): Promise<void> {
    await followOperations(services);
    await recoverOrphans(services);
    const most = maxAtOnce - running.size;
    if (most <= 0) return;
    const askedAt = momentOf(services);
    const wanted = { environments: [...clients.keys()], except: [...running.keys()], leaseMs, most };
    for (const taken of await store.bulks.take(wanted)) running.set(taken.bulk.bulkID, workOn(taken, askedAt));
  }

  const rounds = createIntervalWorker(services, {
    everyMs: roundMs,
    async takeUp() {
      // One process writes a SQLite file: what is leased in it, its predecessor has left.
      if (!store.pool) await store.bulks.releaseAll();
    },
    round: runRound,
    report,
  });
  return {
    start: rounds.start,
    wake: rounds.wake,
    async close() {
      await rounds.close();
      await Promise.all(running.values());
    },
  };
}
