import { fromKysely, PgBoss } from "pg-boss";
import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { boundedConnections, type ConnectionLimits } from "#server/database/postgres.ts";
import { postgresLimits } from "#server/database/postgres-limits.ts";
import type { EngineOptions, JobEngine } from "./engine.ts";
import { processTurn } from "./process-turn.ts";

const queue = "job-turns";

/** The number of connections that pg-boss uses per process. The store has its own connections. */
const connections = 3;

/** The maximum number of job turns that a process takes from the queue at once. */
const turnsPerFetch = 10;

/**
 * A job turn takes milliseconds. If it is not finished after `expireSeconds`, its process was probably killed. The next
 * check of pg-boss then gives the turn to another process. All of this takes much less than 15 seconds. If the first
 * process is still alive, both processes have the turn, but only one of them can complete it.
 */
const expireSeconds = 5;
const superviseSeconds = 2;

/** pg-boss repeats a turn until it succeeds. `processTurn` counts the failures and decides when the job fails. */
const retryLimit = 1_000_000;

const turnSchema = z.object({ environment: environmentSchema, jobID: z.string(), revision: z.number() });

/** How long running turns may take to finish when the service stops, in milliseconds. */
const stopMs = 5_000;

/**
 * Creates the engine for a store that several processes share (PostgreSQL). Each job turn is a pg-boss message, which
 * is sent in the transaction that schedules the turn. pg-boss delivers a message to only one process at a time.
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
    // Finished messages are soon deleted, because the row of the job contains all data.
    deleteAfterSeconds: 600,
    // Messages are kept even if the store is offline for months, so that its jobs can continue later.
    retentionSeconds: 10 * 365 * 86_400,
  };
  await boss.createQueue(queue, settings);
  await boss.updateQueue(queue, settings);
  let worker: string | undefined;

  const engine: JobEngine = {
    async schedule(store, turn, delayMs) {
      const db = fromKysely(store.transaction);
      // The message contains a delay instead of a time, because the clocks of the processes and of the database may
      // differ.
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
          // Checks for more turns. Turns may have been left in the queue, or scheduled in the meantime.
          engine.wake();
        },
      );
    },

    stop: () => boss.stop({ graceful: true, timeout: stopMs }),
  };
  return engine;
}
