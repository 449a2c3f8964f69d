import { fromKysely, PgBoss } from "pg-boss";
import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { boundedConnections, type ConnectionLimits } from "#server/database/postgres.ts";
import { postgresLimits } from "#server/database/postgres-limits.ts";
import type { EngineOptions, JobEngine } from "./engine.ts";
import { processTurn } from "./process-turn.ts";

const queue = "job-turns";

/** The number of pg-boss connections of one process. The store has its own connections. */
const connections = 3;

/** The number of turns that a process takes from the queue at a time. */
const turnsPerFetch = 10;

/**
 * A turn takes milliseconds. If a turn is not finished after this time, its process was probably killed. The next
 * check, which runs every two seconds, gives the turn to another process. That is well within 15 s in total. If the
 * first process is still alive, the turn is taken twice and carried out once.
 */
const expireSeconds = 5;
const superviseSeconds = 2;

/** A turn is repeated until it is done. The failures of a job are counted in the job, not here. */
const retryLimit = 1_000_000;

const turnSchema = z.object({ environment: environmentSchema, jobID: z.string(), revision: z.number() });

/** How long running turns may take to finish when the service stops, in milliseconds. */
const stopMs = 5_000;

/**
 * The engine of a store that several processes share (Postgres). Each turn is a message of pg-boss. The message is sent
 * in the transaction that makes the turn necessary. Only one process at a time gets a message.
 */
export async function createPgBossEngine(
  options: EngineOptions & { databaseUrl: string; limits?: ConnectionLimits },
): Promise<JobEngine> {
  const { log, databaseUrl, limits = postgresLimits } = options;
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "provisioning jobs",
    max: connections,
    ...boundedConnections(limits),
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 600,
  });
  boss.on("error", (error) => log.error({ err: error }, "pg-boss failed"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
  await boss.start();
  const settings = {
    expireInSeconds: expireSeconds,
    retryLimit,
    retryDelay: 1,
    // Finished messages are not kept, because the job's own row has all data.
    deleteAfterSeconds: 600,
    // A store may be offline for months. Its jobs must continue afterwards.
    retentionSeconds: 10 * 365 * 86_400,
  };
  await boss.createQueue(queue, settings);
  await boss.updateQueue(queue, settings);
  let worker: string | undefined;

  const engine: JobEngine = {
    async schedule(store, turn, delayMs) {
      const db = fromKysely(store.transaction);
      // A delay instead of an instant, because the clocks of the processes and of the database may differ.
      await boss.send(queue, turn, { db, ...(delayMs > 0 ? { startAfter: delayMs / 1000 } : {}) });
    },

    wake() {
      if (worker !== undefined) boss.notifyWorker(worker);
    },

    async start() {
      worker = await boss.work(
        queue,
        { batchSize: turnsPerFetch, pollingIntervalSeconds: 0.5 },
        async (messages: { data: unknown }[]) => {
          for (const { data } of messages) {
            await processTurn({ ...options, schedule: engine.schedule }, turnSchema.parse(data));
          }
          // The turns that were just processed may have scheduled new turns that are already due, and the queue may
          // contain more turns.
          engine.wake();
        },
      );
    },

    stop: () => boss.stop({ graceful: true, timeout: stopMs }),
  };
  return engine;
}
