import { randomUUID } from "node:crypto";
import { describeError } from "#server/bff/core/report-error.ts";
import { createRounds } from "#server/bff/core/rounds.ts";
import type { Services } from "#server/bff/core/services.ts";
import { inFlightMs } from "#server/bff/operations/settle-write.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { type BulkWork, NotHeld } from "./bulk-work.ts";
import { changeCanary, changeRest } from "./change-rows.ts";
import { checkBulk } from "./check-bulk.ts";
import { followOperations, recoverOrphans, recoverRows } from "./recover-rows.ts";

/** How often the store is asked for bulk changes that nobody works on, in milliseconds. */
const roundMs = 5_000;

/** How many bulk changes one replica works on at the same time, each row by row. */
const mostAtOnce = 4;

/** Works on bulk changes, whoever began them and whether anybody watches. */
export interface BulkRunner {
  /** Begins, first with what was left behind. */
  start(): void;
  /** Something is to be done: looks at once in place of at the next round. */
  wake(): void;
  /** Takes no further row; resolves when the one under way has ended. */
  close(): Promise<void>;
}

/**
 * Makes what checks and runs bulk changes. Each is leased in the store, so that one replica works on
 * it; a lease outlives any single row, and where its holder died another takes over behind it
 * (docs/decisions/0012-bulk-changes.md).
 */
export function createBulkRunner(services: Services): BulkRunner {
  const { clock, log, store, clients } = services;
  const leaseID = randomUUID();
  const running = new Map<string, Promise<void>>();

  async function workOn(bulk: StoredBulk): Promise<void> {
    const { bulkID, environment, state } = bulk;
    const lease = { bulkID, leaseID };
    const client = clients.get(environment);
    let isAsItShould = true;
    try {
      // Only those of configured environments are taken; others wait until theirs is.
      if (!client) return;
      const call = { requestID: randomUUID(), signal: rounds.signal, caller: `bulk ${bulkID}` };
      const work: BulkWork = { services, bulk, lease, client, call };
      await recoverRows(services, bulk);
      if (state === "checking") await checkBulk(work);
      else if (state === "canary") await changeCanary(work);
      else await changeRest(work);
    } catch (error) {
      isAsItShould = error instanceof NotHeld;
      if (!isAsItShould) report(error, bulkID);
    } finally {
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
    const free = mostAtOnce - running.size;
    if (free <= 0) return;
    const nowMs = clock.now();
    const time = { nowMs, untilMs: nowMs + inFlightMs };
    for (const bulk of await store.bulks.take(leaseID, [...clients.keys()], time, free)) {
      running.set(bulk.bulkID, workOn(bulk));
    }
  }

  const rounds = createRounds(services, {
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
