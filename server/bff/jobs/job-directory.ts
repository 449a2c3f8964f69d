import type { Job, JobSetback } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { hasChanged, isSetback, type StoredReading, toStoredReading } from "./job-change.ts";

/** The console's own write that started a job. */
export interface JobStart {
  atMs: number;
  kind: string;
}

/**
 * What the console knows about a job besides the API's current answer. Times are in milliseconds by this machine's
 * clock.
 */
export interface JobRecord {
  firstSeenMs: number;
  type?: string;
  /**
   * When the API created and last updated the job, converted to this machine's clock. The times are converted again
   * only if the text of the API changes.
   */
  createdMs?: number;
  updatedMs?: number;
  /** When a change was last observed. Absent if no change was observed. */
  changedMs?: number;
  /** The setbacks of the job, the newest last. */
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

/** A job counts as gone if this many readings in succession did not find it, over at least this many milliseconds. */
export const goneLimits = { misses: 4, ms: 10_000 } as const;

/** The maximum number of unfinished jobs, about 2 MB. The least recently read jobs are removed first. */
const maxUnfinished = 5_000;
/** The maximum number of finished jobs. They are kept only for repeated readings. */
const maxFinished = 1_000;
const maxSetbacks = 5;
/** The maximum length of an ID, in characters. No ID that may be requested is longer. */
const maxIDLength = 500;

/** Remembers how an environment's jobs progressed, from all readings. */
export type JobDirectory = ReturnType<typeof createJobDirectory>;

/**
 * Remembers which jobs are worth reading and how they progressed. The directory is kept in memory only, so a restart
 * empties it. The results of the console's own writes are in the store.
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
   * The times of a record. They are converted again only if their text has changed, because the difference between the
   * clocks varies.
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
      // A list may contain fewer details of a job than a single reading.
      last: { job: job.steps === "" && from ? { ...job, steps: from.steps } : job, asOf },
      ...(from && hasChanged(from, job) ? { changedMs: clock.now() } : {}),
      setbacks: [...before.setbacks, ...setback].slice(-maxSetbacks),
    };
  }

  return {
    find: (jobID: string): JobRecord | undefined => entryOf(jobID),
    /**
     * Records a reading of a job and returns what is known about the job. A reading that is older than the last reading
     * changes nothing. `aheadMs` is the number of milliseconds that the API's clock is ahead.
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
     * Counts an answer "no such job". Returns true if the job counts as gone. One such answer is no proof: a new job
     * may not be listed yet, and an API may temporarily fail to find a job.
     */
    noteMissing(jobID: string): boolean {
      const nowMs = clock.now();
      const known = entryOf(jobID) ?? blank();
      const missing = { count: (known.missing?.count ?? 0) + 1, sinceMs: known.missing?.sinceMs ?? nowMs };
      const isGone = missing.count >= goneLimits.misses && nowMs - missing.sinceMs >= goneLimits.ms;
      const { customer: _customer, ...others } = known;
      // A job counts as running until it counts as gone. But an ID that never had a job must not displace a running
      // job.
      const isOver = isGone || known.last === undefined || isFinished(known.last.job.state);
      keep(jobID, { ...(isGone ? others : known), missing }, isOver);
      return isGone;
    },
    /** IDs of a customer's jobs that were unfinished at their last reading. The most recently read job comes last. */
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
