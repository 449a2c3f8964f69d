import type { Logger } from "pino";
import type { JobTurn } from "#server/provisioning/store/resources/job-store.ts";
import type { ProvisioningStore, StoreTransaction } from "../store/open-store.ts";

/**
 * Runs the jobs of both environments. A job is a row of the store. A turn is the work that advances a job by one step.
 * An engine only decides when a turn runs and in which process. Between two turns, a job belongs to no process, so a
 * killed process loses no job: see docs/decisions/0006-jobs-turn-by-turn.md.
 */
export interface JobEngine {
  /**
   * Schedules a job's next turn after `delayMs`. Any process that shares the store may run it. Takes effect only if the
   * transaction of `store` is committed.
   */
  schedule(store: StoreTransaction, turn: JobTurn, delayMs: number): Promise<void>;
  /** Call after committing a transaction that has scheduled a turn. */
  wake(): void;
  /** Starts to run turns. Unfinished jobs of an earlier process continue immediately. */
  start(): Promise<void>;
  /** Resolves when the turns that are now running have finished. All later turns are left to the next process. */
  stop(): Promise<void>;
}

/** The options that every engine needs. */
export interface EngineOptions {
  store: ProvisioningStore;
  clock: () => number;
  log: Logger;
  /** The total duration of all steps of a creation, in milliseconds. 0: the steps take no time. */
  creationMs: number;
}
