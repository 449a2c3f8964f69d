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
   * Schedules a job's next turn after `delayMs`. Any process that shares the store may take the turn. Takes effect only
   * if the transaction of `store` is committed.
   */
  schedule(store: StoreTransaction, turn: JobTurn, delayMs: number): Promise<void>;
  /** Call this after a transaction that has scheduled a turn was committed. */
  wake(): void;
  /** Starts to advance jobs. Unfinished jobs of an earlier process are advanced immediately. */
  start(): Promise<void>;
  /** Finishes the running turns and then resolves. All other turns are left to the next process. */
  stop(): Promise<void>;
}

/** The options that every engine needs. */
export interface EngineOptions {
  store: ProvisioningStore;
  clock: () => number;
  log: Logger;
  /** The total duration of all steps of a creation, in milliseconds. 0 means no delay. */
  creationMs: number;
}
