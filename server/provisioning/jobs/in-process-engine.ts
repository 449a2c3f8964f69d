import type { EngineOptions, JobEngine } from "./engine.ts";
import { processTurn } from "./process-turn.ts";

/** The maximum number of job turns that are read from the store at once. */
const turnsPerRead = 50;

/** How long to wait after a failure of the store, in milliseconds. */
const retryMs = 1_000;

/** The maximum delay of a Node timer, in milliseconds. */
const maxWaitMs = 2 ** 31 - 1;

/**
 * Creates the engine for a store with only one writing process (SQLite). The table of jobs is its queue. At the start,
 * no other process can be working on a job, so all unfinished jobs continue immediately.
 */
export function createInProcessEngine(options: EngineOptions): JobEngine & {
  /** Resolves when no job is due. Only for tests. */
  settled(): Promise<void>;
} {
  const { store, clock, log } = options;
  let isRunning = false;
  let isWoken = false;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const wakeAfter = (waitMs: number) => {
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(engine.wake, Math.min(maxWaitMs, Math.max(0, waitMs)));
  };

  /** Runs all job turns that are due, and then sets the timer for the next turn. */
  const work = async () => {
    while (isWoken) {
      isWoken = false;
      try {
        let turns = await store.jobs.due(clock(), turnsPerRead);
        while (isRunning && turns.length > 0) {
          for (const turn of turns) if (isRunning) await processTurn({ ...options, schedule: engine.schedule }, turn);
          turns = await store.jobs.due(clock(), turnsPerRead);
        }
        const nextMs = await store.jobs.nextDueMs();
        if (nextMs !== undefined) wakeAfter(nextMs - clock());
      } catch (error) {
        log.error({ err: error }, "the jobs cannot be read");
        wakeAfter(retryMs);
      }
    }
    // `working` is reset here and not in a callback of the promise. A wake-up between the end of this function and that
    // callback would be lost.
    working = undefined;
  };

  const engine = {
    // There is nothing to do here. The caller writes the job in the same transaction, and the row of the job contains
    // its next turn.
    schedule: async () => {},

    wake() {
      if (!isRunning) return;
      isWoken = true;
      working ??= work();
    },

    async start() {
      isRunning = true;
      engine.wake();
    },

    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await working;
    },

    async settled() {
      while (working) await working;
    },
  };
  return engine;
}
