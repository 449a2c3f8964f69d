const second = 1_000;

/**
 * The minimum pause, in milliseconds. A little less than a second, so that browsers receive a change within one second.
 */
export const minPauseMs = 900;

/** The maximum number of reads per second for all watched jobs of an environment. */
const maxPollsPerSecond = 50;

/** The maximum share of the time that reads may take. A slow API is therefore polled less often. */
const readShare = 0.25;

const maxPauseMs = 30 * second;

/** What the pause before the next read of a job depends on. Times are in milliseconds. */
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
  /** How long the API's requests remain paused, in milliseconds. A read during this time would not be sent. */
  retryInMs: number;
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * The time between the starts of two reads of a job, in milliseconds:
 * - 0.9 s while the job changes
 * - 5 s after about two minutes without a change
 * - 30 s after an hour without a change, or if the job has been watched for hours
 */
export function pollPauseMs({ watchedForMs, unchangedForMs, readMs, jobs, failures, retryInMs }: PollFacts): number {
  const byChange = Math.max(between(minPauseMs, unchangedForMs / 24, 5 * second), unchangedForMs / 120);
  const byAge = watchedForMs / 720;
  const byLoad = Math.max((jobs / maxPollsPerSecond) * second, readMs / readShare);
  const byFailure = failures === 0 ? 0 : 2 ** Math.min(failures, 5) * second;
  return Math.max(Math.min(Math.max(byChange, byAge, byFailure, retryInMs), maxPauseMs), byLoad);
}
