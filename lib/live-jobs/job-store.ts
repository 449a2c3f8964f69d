import { applyJobUpdate, type JobUpdate, type WatchedJob } from "./job-update.ts";

/**
 * How this tab gets news: from a stream, by polling, or not at all at the moment (hidden, or the session has ended).
 */
export type Connection = "live" | "polling" | "paused" | "ended";

/** What this tab knows about the jobs of one environment. For `useSyncExternalStore`. */
export interface JobStore {
  subscribe(listener: () => void): () => void;
  /** A number that changes with each change. */
  version(): number;
  find(jobID: string): WatchedJob | undefined;
  isOver(jobID: string): boolean;
  connection(): Connection;
  take(news: readonly JobUpdate[]): void;
  setConnection(connection: Connection): void;
  /** Forgets all jobs but these. */
  keepOnly(jobIDs: ReadonlySet<string>): void;
  /** The known states of these jobs, as updates for a tab that does not know the jobs yet. */
  newsOf(jobIDs: readonly string[]): JobUpdate[];
}

export function createJobStore(): JobStore {
  const jobs = new Map<string, WatchedJob>();
  const listeners = new Set<() => void>();
  let version = 0;
  // The stream is being opened until the first news arrives. So the connection counts as live from the start.
  let connection: Connection = "live";

  function changed(): void {
    version += 1;
    for (const listener of [...listeners]) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    find: (jobID) => jobs.get(jobID),
    isOver: (jobID) => jobs.get(jobID)?.isOver ?? false,
    connection: () => connection,
    take(news) {
      if (news.length === 0) return;
      for (const one of news) jobs.set(one.jobID, applyJobUpdate(jobs.get(one.jobID), one));
      changed();
    },
    setConnection(next) {
      if (next === connection) return;
      connection = next;
      changed();
    },
    keepOnly(jobIDs) {
      for (const jobID of jobs.keys()) if (!jobIDs.has(jobID)) jobs.delete(jobID);
    },
    newsOf: (jobIDs) =>
      jobIDs.flatMap((jobID): JobUpdate[] => {
        const { job, asOf, problem, isOver } = jobs.get(jobID) ?? {};
        return [
          ...(job && asOf !== undefined ? [{ kind: "job" as const, jobID, job, asOf }] : []),
          ...(problem ? [{ kind: "problem" as const, jobID, problem, isFinal: isOver === true }] : []),
        ];
      }),
  };
}
