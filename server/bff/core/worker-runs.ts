import type { Clock } from "#server/api-client/clock.ts";

/** The background workers that run as long as the console's process. */
export const workerNames = [
  "reconciler",
  "verifier",
  "job-tracker",
  "bulk-runner",
  "import-runner",
  "import-cleaner",
  "planned-runner",
  "planned-ends-soon",
  "audit-push",
  "refusal-recorder",
  "retention",
  "assignment-cleaner",
  "draft-cleaner",
  "snooze-cleaner",
  "attention-notifier",
  "notification-push",
  "own-notifications",
  "own-notification-cleaner",
  "heartbeat",
  "known-customers",
  "known-cleaner",
  "known-filling",
  "known-counts",
  "view-watcher",
  "api-profile",
  "api-prober",
  "export-runner",
  "export-push",
  "export-cleaner",
] as const;

export type WorkerName = (typeof workerNames)[number];

/** The state of one worker of this process. */
export interface WorkerState {
  name: WorkerName;
  /** The maximum pause between two runs, in milliseconds. */
  everyMs: number;
  /**
   * When the worker last showed that it is not stuck, in milliseconds since 1970: it began or ended a run, or its pause
   * went on.
   */
  signAt: number;
  /** When the last run ended, in milliseconds since 1970. Undefined until the first run has ended. */
  endedAt?: number;
  lastRunMs?: number;
  /** `isFailing`: whether the last run failed. `failures`: the number of failed runs since the start. */
  isFailing: boolean;
  failures: number;
  runs: number;
}

/** What a worker reports about itself. */
export interface WorkerNotes {
  sign(): void;
  ended(run: { startedMs: number; hasFailed: boolean }): void;
}

/** The state of all named workers of this process, for "Console health" and the metrics. */
export type WorkerRuns = ReturnType<typeof createWorkerRuns>;

/** Creates the store for the state of the background workers. */
export function createWorkerRuns(clock: Clock) {
  const workers = new Map<WorkerName, WorkerState>();
  return {
    /**
     * Registers a worker. `ended` must be called after each run, and `sign` before each run and repeatedly during a
     * pause. `startedMs` is a time of the monotonic clock, in milliseconds.
     */
    begin(name: WorkerName, everyMs: number): WorkerNotes {
      const state: WorkerState = { name, everyMs, signAt: clock.now(), isFailing: false, failures: 0, runs: 0 };
      workers.set(name, state);
      return {
        sign() {
          state.signAt = clock.now();
        },
        ended({ startedMs, hasFailed }) {
          state.signAt = clock.now();
          state.endedAt = state.signAt;
          state.lastRunMs = Math.round(clock.monotonic() - startedMs);
          state.isFailing = hasFailed;
          state.runs += 1;
          if (hasFailed) state.failures += 1;
        },
      };
    },
    list: (): WorkerState[] => [...workers.values()].map((state) => ({ ...state })),
  };
}
