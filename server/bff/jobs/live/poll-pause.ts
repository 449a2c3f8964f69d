const second = 1_000;

/** The shortest pause: a little less than a second, so that a change reaches browsers within one. */
export const minPauseMs = 900;

/** Requests a second to one environment's API for live jobs, all of them together. */
const maxPollsPerSecond = 50;

/** No read may take more than this share of the time: what is slow to answer is asked less often. */
const readShare = 0.25;

const maxPauseMs = 30 * second;

/** What is known when the pause until the next read of a job is chosen; milliseconds. */
export interface PollFacts {
  /** Since somebody began to watch it. */
  watchedForMs: number;
  /** Since it was last seen to change. */
  unchangedForMs: number;
  /** What the last read took. */
  readMs: number;
  /** How many jobs of the environment are watched. */
  jobs: number;
  /** How many reads in succession have failed. */
  failures: number;
  /** How long requests are paused. No read leaves before, so one that is due earlier only sees whether it is over. */
  retryInMs: number;
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * Milliseconds from the begin of one read of a job to the begin of the next: 0.9 s while it changes,
 * 5 s after some two minutes without a change, 30 s after an hour, or when it has been changing for
 * hours without an end.
 */
export function pollPauseMs({ watchedForMs, unchangedForMs, readMs, jobs, failures, retryInMs }: PollFacts): number {
  const byChange = Math.max(between(minPauseMs, unchangedForMs / 24, 5 * second), unchangedForMs / 120);
  const byAge = watchedForMs / 720;
  const byLoad = Math.max((jobs / maxPollsPerSecond) * second, readMs / readShare);
  const byFailure = failures === 0 ? 0 : 2 ** Math.min(failures, 5) * second;
  return Math.max(Math.min(Math.max(byChange, byAge, byFailure, retryInMs), maxPauseMs), byLoad);
}
