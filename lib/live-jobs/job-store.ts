import { applyJobUpdate, type JobUpdate, type WatchedJob } from "./job-update.ts";

/**
 * How this tab gets news about jobs. `live`: from a stream. `polling`: by polling. `paused`: not now, because the tab
 * is hidden. `ended`: no more, because the session has ended.
 */
export type Connection = "live" | "polling" | "paused" | "ended";

/** What this tab knows about the jobs of one environment. It has the interface that `useSyncExternalStore` needs. */
export interface JobStore {
  subscribe(listener: () => void): () => void;
  /** A number that increases with every change of the store. */
  version(): number;
  find(jobID: string): WatchedJob | undefined;
  isOver(jobID: string): boolean;
  connection(): Connection;
  take(news: readonly JobUpdate[]): void;
  setConnection(connection: Connection): void;
  /** Removes all jobs except these. */
  keepOnly(jobIDs: ReadonlySet<string>): void;
  /** Returns the known states of these jobs, as updates for a tab that does not know the jobs yet. */
  newsOf(jobIDs: readonly string[]): JobUpdate[];
}

export function createJobStore(): JobStore {
  const jobs = new Map<string, WatchedJob>();
  const listeners = new Set<() => void>();
  let version = 0;
  // The connection counts as live while the first stream is being opened.
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
