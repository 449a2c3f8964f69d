import { isFinished, type Job } from "#lib/contract/job.ts";

type Look = Pick<Job, "state" | "stateText" | "progress">;

/** A job that went back: both as the API told them. */
export interface Setback {
  /** When the console saw it. */
  at: string;
  from: Look;
  to: Look;
}

/** A job as it was seen last, and what the console has seen of it before. */
export interface JobHistory {
  job: Job;
  /** When the API gave `job`. */
  asOf: string;
  /** When the console saw the job for the first time. */
  firstAsOf: string;
  /** When the console saw it differ from before; absent while it has not. */
  changedAt?: string;
  /** The newest last. */
  setbacks: readonly Setback[];
}

const mostSetbacks = 5;

/** Where a state stands on the way from queued to finished; a state that nobody knows stands nowhere. */
const rank = ({ state }: Look) =>
  state === "unknown" ? undefined : isFinished(state) ? 2 : state === "running" ? 1 : 0;

function wentBack(from: Look, to: Look): boolean {
  const [before, after] = [rank(from), rank(to)];
  if (before !== undefined && after !== undefined && after < before) return true;
  if (isFinished(from.state)) return to.state !== from.state;
  // The state may have gone on meanwhile: only then another count of the same work may be smaller.
  return before === after && (to.progress ?? 1) < (from.progress ?? 0);
}

const progressOf = (job: Job) =>
  JSON.stringify([job.state, job.stateText, job.progress, job.reason, job.steps.map(({ state }) => state)]);

/** What is known of a job after one more look at it; a look older than the last one changes nothing. */
export function followJob(before: JobHistory | undefined, seen: { job: Job; asOf: string }): JobHistory {
  const { job, asOf } = seen;
  if (!before) return { job, asOf, firstAsOf: asOf, setbacks: [] };
  if (asOf <= before.asOf) return before;
  const changed = progressOf(before.job) !== progressOf(job);
  const setback = wentBack(before.job, job) ? [{ at: asOf, from: before.job, to: job }] : [];
  return {
    ...before,
    job,
    asOf,
    ...(changed && { changedAt: asOf }),
    setbacks: [...before.setbacks, ...setback].slice(-mostSetbacks),
  };
}

/** Since when nothing is known to have changed, by what the API says and by what the console saw; milliseconds. */
export function unchangedSinceMs({ job, changedAt, firstAsOf }: JobHistory): number {
  const told = job.updated ?? job.created;
  const times = [told, changedAt].map((time) => Date.parse(time ?? "")).filter((ms) => !Number.isNaN(ms));
  return times.length > 0 ? Math.max(...times) : Date.parse(firstAsOf);
}
