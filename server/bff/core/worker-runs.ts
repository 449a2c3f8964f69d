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
  /** When the last run ended, in milliseconds since 1970. Undefined until the first run has ended. */
  endedAt?: number;
  lastRunMs?: number;
  /** `isFailing`: whether the last run failed. `failures`: the number of failed runs since the start. */
  isFailing: boolean;
  failures: number;
  runs: number;
}

/** The state of all named workers of this process, for "Console health" and the metrics. */
export type WorkerRuns = ReturnType<typeof createWorkerRuns>;

/** Creates the store for the state of the background workers. */
export function createWorkerRuns(clock: Clock) {
  const workers = new Map<WorkerName, WorkerState>();
  return {
    /**
     * Registers a worker. The returned function must be called after each run. `startedMs` is a time of the monotonic
     * clock, in milliseconds.
     */
    begin(name: WorkerName, everyMs: number): (run: { startedMs: number; hasFailed: boolean }) => void {
      const state: WorkerState = { name, everyMs, isFailing: false, failures: 0, runs: 0 };
      workers.set(name, state);
      return ({ startedMs, hasFailed }) => {
        state.endedAt = clock.now();
        state.lastRunMs = Math.round(clock.monotonic() - startedMs);
        state.isFailing = hasFailed;
        state.runs += 1;
        if (hasFailed) state.failures += 1;
      };
    },
    list: (): WorkerState[] => [...workers.values()].map((state) => ({ ...state })),
  };
}
