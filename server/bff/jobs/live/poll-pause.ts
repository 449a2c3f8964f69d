const second = 1_000;

/**
 * The minimum pause in milliseconds. It is a little less than a second, so that browsers receive a change within one
 * second.
 */
export const minPauseMs = 900;

/** The maximum number of requests per second to one environment's API for all live jobs together. */
const maxPollsPerSecond = 50;

/** The maximum share of time that reads may take. So a slow API is polled less often. */
const readShare = 0.25;

const maxPauseMs = 30 * second;

/** The inputs for choosing the pause until the next read of a job, in milliseconds. */
export interface PollFacts {
  /** The time since the first watcher subscribed. */
  watchedForMs: number;
  /** The time since the last observed change. */
  unchangedForMs: number;
  /** The duration of the last read. */
  readMs: number;
  /** The number of watched jobs in the environment. */
  jobs: number;
  /** The number of consecutive failed reads. */
  failures: number;
  /** How long requests remain paused, in milliseconds. Earlier reads would not be sent. */
  retryInMs: number;
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * The time between the starts of two reads of a job, in milliseconds. It is 0.9 s while the job changes, and 5 s after
 * about two minutes without a change. It is 30 s after an hour without a change, or if the job has changed for hours
 * without an end.
 */
export function pollPauseMs({ watchedForMs, unchangedForMs, readMs, jobs, failures, retryInMs }: PollFacts): number {
  const byChange = Math.max(between(minPauseMs, unchangedForMs / 24, 5 * second), unchangedForMs / 120);
  const byAge = watchedForMs / 720;
  const byLoad = Math.max((jobs / maxPollsPerSecond) * second, readMs / readShare);
  const byFailure = failures === 0 ? 0 : 2 ** Math.min(failures, 5) * second;
  return Math.max(Math.min(Math.max(byChange, byAge, byFailure, retryInMs), maxPauseMs), byLoad);
}
