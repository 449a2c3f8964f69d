import type { Clock } from "#server/api-client/clock.ts";

/** The background work of a console: every worker that runs as long as its process does. */
export const workerNames = [
  "reconciler",
  "verifier",
  "job-tracker",
  "bulk-runner",
  "import-runner",
  "import-cleaner",
  "planned-runner",
  "audit-push",
  "refusal-recorder",
  "retention",
  "draft-cleaner",
  "snooze-cleaner",
  "attention-notifier",
  "notification-push",
  "heartbeat",
  "api-profile",
  "api-prober",
] as const;

export type WorkerName = (typeof workerNames)[number];

/** How a worker of this process fares. */
export interface WorkerState {
  name: WorkerName;
  /** The pause between two runs, in milliseconds. */
  everyMs: number;
  /** When the last run ended, milliseconds since 1970; undefined before the first. */
  endedAt?: number;
  lastRunMs?: number;
  /** Whether the last run failed, and how often runs have since the start. */
  isFailing: boolean;
  failures: number;
  runs: number;
}

/** Keeps how each named worker of this process fares, for the status page and the metrics. */
export interface WorkerRuns {
  /** Says that there is such a worker; gives what to call after each of its runs. */
  begin(name: WorkerName, everyMs: number): (run: { startedMs: number; hasFailed: boolean }) => void;
  list(): WorkerState[];
}

/** `startedMs` is monotonic. */
export function createWorkerRuns(clock: Clock): WorkerRuns {
  const workers = new Map<WorkerName, WorkerState>();
  return {
    begin(name, everyMs) {
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
    list: () => [...workers.values()].map((state) => ({ ...state })),
  };
}
