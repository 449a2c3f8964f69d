import type { Logger } from "pino";
import type { JobTurn } from "../store/job-store.ts";
import type { ProvisioningStore, StoreTransaction } from "../store/open-store.ts";

/**
 * Runs the jobs of both environments. A job is a row of the store that is taken further turn by turn;
 * an engine only says when, and to whom. No process owns a job between two turns, so a process that is
 * killed takes none with it: see docs/decisions/0006-jobs-turn-by-turn.md.
 */
export interface JobEngine {
  /**
   * Lets a job be taken further after `delayMs`, by any process that shares the store. It holds when
   * `store`'s transaction is kept, and not otherwise.
   */
  schedule(store: StoreTransaction, turn: JobTurn, delayMs: number): Promise<void>;
  /** Tells that a transaction which scheduled a turn has been kept. */
  wake(): void;
  /** Begins to take jobs further: new ones, and at once all those that a process left behind. */
  start(): Promise<void>;
  /** Finishes the turns that run, hands all others to the next process, and resolves. */
  stop(): Promise<void>;
}

/** What every engine works with. */
export interface EngineOptions {
  store: ProvisioningStore;
  clock: () => number;
  log: Logger;
  /** How long all steps of a creation take together; 0: no time. */
  creationMs: number;
}
