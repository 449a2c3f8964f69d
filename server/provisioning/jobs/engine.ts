import type { Logger } from "pino";
import type { JobTurn } from "#server/provisioning/store/resources/job-store.ts";
import type { ProvisioningStore, StoreTransaction } from "../store/open-store.ts";

/**
 * Runs the jobs of both environments. A job is a row of the store. A turn is the work that advances a job by one step.
 * An engine only decides when and in which process a turn runs. Between two turns, a job belongs to no process, so no
 * job is lost if a process is killed (docs/decisions/0006-jobs-turn-by-turn.md).
 */
export interface JobEngine {
  /**
   * Schedules the next turn of a job (the work for one step) after `delayMs` milliseconds. Any process that shares the
   * store may run the turn. The schedule takes effect when the transaction `store` is committed.
   */
  schedule(store: StoreTransaction, turn: JobTurn, delayMs: number): Promise<void>;
  /** Starts the job turns that are due. Must be called after the commit of a transaction that has scheduled a turn. */
  wake(): void;
  /** Starts to run job turns. Jobs that an earlier process left unfinished continue. */
  start(): Promise<void>;
  /** Stops the engine. Resolves when all running turns have finished. Later turns are left to the next process. */
  stop(): Promise<void>;
}

/** The options that every engine needs. */
export interface EngineOptions {
  store: ProvisioningStore;
  clock: () => number;
  log: Logger;
  /** The total duration of all steps of a creation, in milliseconds. With 0, the steps take no time. */
  creationMs: number;
}
