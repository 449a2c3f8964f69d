import type { Logger } from "pino";
import type { JobTurn } from "#server/provisioning/store/resources/job-store.ts";
import type { ProvisioningStore, StoreTransaction } from "../store/open-store.ts";

/**
 * Runs the jobs of both environments. A job is a row of the store that advances turn by turn. An engine only decides
 * when and in which process a turn runs. No process owns a job between two turns, so a process that is killed loses no
 * job: see docs/decisions/0006-jobs-turn-by-turn.md.
 */
export interface JobEngine {
  /**
   * Schedules a job's next turn after `delayMs`, in any process that shares the store. Takes effect only if `store`'s
   * transaction is committed.
   */
  schedule(store: StoreTransaction, turn: JobTurn, delayMs: number): Promise<void>;
  /** Reports that a transaction which scheduled a turn has been committed. */
  wake(): void;
  /** Starts to advance jobs: new ones, and at once all unfinished ones of an earlier process. */
  start(): Promise<void>;
  /** Finishes the running turns, leaves all others to the next process, and resolves. */
  stop(): Promise<void>;
}

/** The options that every engine needs. */
export interface EngineOptions {
  store: ProvisioningStore;
  clock: () => number;
  log: Logger;
  /** The total duration of all steps of a creation. 0: no delay. */
  creationMs: number;
}
