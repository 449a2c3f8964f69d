import type { Job, JobSetback } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { hasChanged, isSetback, type StoredReading, toStoredReading } from "./job-change.ts";

/** The console's write that started a job. */
export interface JobStart {
  atMs: number;
  kind: string;
}

/**
 * What the console knows about a job in addition to the API's current answer. Times are milliseconds by this machine's
 * clock.
 */
export interface JobRecord {
  firstSeenMs: number;
  type?: string;
  /**
   * When the API created and last updated the job, converted to this machine's clock. The times are converted again
   * only if the API's text changes.
   */
  createdMs?: number;
  updatedMs?: number;
  /** When a change was last observed. Absent if no change was observed. */
  changedMs?: number;
  /** The setbacks of the job, newest last. */
  setbacks: readonly JobSetback[];
  start?: JobStart;
}

interface Entry extends JobRecord {
  /** The customer of an unfinished job. */
  customer?: string;
  apiTimes?: { created?: string | undefined; updated?: string | undefined };
  last?: { job: StoredReading; asOf: string };
  missing?: { count: number; sinceMs: number };
}

/** A job counts as gone after this many consecutive API answers "not found", over at least this many milliseconds. */
export const goneLimits = { misses: 4, ms: 10_000 } as const;

/**
 * The maximum number of remembered unfinished jobs, which use about 2 MB. The least recently read jobs are removed
 * first.
 */
const maxUnfinished = 5_000;
/** The maximum number of remembered finished jobs. Finished jobs are remembered only because they may be read again. */
const maxFinished = 1_000;
const maxSetbacks = 5;
/** The maximum length of a remembered ID, in characters. No valid ID is longer. */
const maxIDLength = 500;

/** Remembers how the jobs of an environment progressed, from all answers of the API. */
export type JobDirectory = ReturnType<typeof createJobDirectory>;

/**
 * Remembers the progress of jobs. The directory exists only in memory, so a restart empties it. The store has the
 * results of the console's own writes.
 */
export function createJobDirectory(clock: Clock, max = { unfinished: maxUnfinished, finished: maxFinished }) {
  const unfinished = new Map<string, Entry>();
  const finished = new Map<string, Entry>();

  const entryOf = (jobID: string) => unfinished.get(jobID) ?? finished.get(jobID);

  function keep(jobID: string, entry: Entry, isOver: boolean): void {
    unfinished.delete(jobID);
    finished.delete(jobID);
    if (jobID.length > maxIDLength) return;
    const [entries, maxEntries] = isOver ? [finished, max.finished] : [unfinished, max.unfinished];
    entries.set(jobID, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  }

  const blank = (): Entry => ({ firstSeenMs: clock.now(), setbacks: [] });

  /**
   * The job's times by this machine's clock. A time is converted again only if its text has changed. Otherwise the
   * varying clock difference would change the time.
   */
  function timesOf(known: Entry, { created, updated }: Job, aheadMs: number) {
    const local = (text: string | undefined, before: string | undefined, beforeMs: number | undefined) => {
      if (text === undefined || text === before) return beforeMs;
      const ms = Date.parse(text) - aheadMs;
      return Number.isNaN(ms) ? undefined : Math.min(ms, clock.now());
    };
    const createdMs = local(created, known.apiTimes?.created, known.createdMs);
    const updatedMs = local(updated, known.apiTimes?.updated, known.updatedMs);
    return {
      ...(createdMs === undefined ? {} : { createdMs }),
      ...(updatedMs === undefined ? {} : { updatedMs }),
      apiTimes: { created: created ?? known.apiTimes?.created, updated: updated ?? known.apiTimes?.updated },
    };
  }

  function after(known: Entry, read: Job, asOf: string, aheadMs: number): Entry {
    const { state, customerID, type } = read;
    const { missing: _missing, customer: _customer, ...before } = known;
    const customer = customerID === undefined || isFinished(state) ? {} : { customer: idKey(customerID) };
    const job = toStoredReading(read);
    const from = before.last?.job;
    const setback = from && isSetback(from, job) ? [{ at: asOf, from: standingOf(from), to: standingOf(job) }] : [];
    return {
      ...before,
      ...customer,
      ...timesOf(known, read, aheadMs),
      ...(type === undefined ? {} : { type: type.slice(0, 200) }),
      // A list may have fewer details of a job than the API's answer about the job alone. Known steps are then not
      // replaced.
      last: { job: job.steps === "" && from ? { ...job, steps: from.steps } : job, asOf },
      ...(from && hasChanged(from, job) ? { changedMs: clock.now() } : {}),
      setbacks: [...before.setbacks, ...setback].slice(-maxSetbacks),
    };
  }

  return {
    find: (jobID: string): JobRecord | undefined => entryOf(jobID),
    /**
     * Records an answer of the API about a job, and returns what is known about the job. An answer that is older than
     * the last answer changes nothing. `aheadMs` says how far the API's clock is ahead, in milliseconds.
     */
    note(job: Job, asOf: string, aheadMs: number): JobRecord {
      const known = entryOf(job.jobID) ?? blank();
      if (known.last && asOf < known.last.asOf) return known;
      const entry = after(known, job, asOf, aheadMs);
      keep(job.jobID, entry, isFinished(job.state));
      return entry;
    },
    /** Records the write that started a job. */
    noteStart(jobID: string, start: JobStart) {
      const known = entryOf(jobID);
      const isOver = known?.last !== undefined && isFinished(known.last.job.state);
      keep(jobID, { ...(known ?? blank()), start }, isOver);
    },
    /**
     * Counts an answer "no such job" of the API, and returns true if the job now counts as gone. A single such answer
     * proves nothing: a new job may not be listed yet, and an API may temporarily fail to find a job.
     */
    noteMissing(jobID: string): boolean {
      const nowMs = clock.now();
      const known = entryOf(jobID) ?? blank();
      const missing = { count: (known.missing?.count ?? 0) + 1, sinceMs: known.missing?.sinceMs ?? nowMs };
      const isGone = missing.count >= goneLimits.misses && nowMs - missing.sinceMs >= goneLimits.ms;
      const { customer: _customer, ...others } = known;
      // A missing job counts as running until it counts as gone. If no job with this ID was ever read, the ID is stored
      // with the finished jobs, so that it does not displace a running job.
      const isOver = isGone || known.last === undefined || isFinished(known.last.job.state);
      keep(jobID, { ...(isGone ? others : known), missing }, isOver);
      return isGone;
    },
    /**
     * The IDs of a customer's jobs that were unfinished when they were last read. The most recently read job is last.
     */
    unfinishedOf(customerID: string): string[] {
      const key = idKey(customerID);
      return [...unfinished].filter(([, { customer }]) => customer === key).map(([jobID]) => jobID);
    },
  };
}

const standingOf = ({ state, stateText, progress }: StoredReading): JobSetback["from"] => ({
  state,
  stateText,
  ...(progress === undefined ? {} : { progress }),
});
