const second = 1_000;
const minute = 60 * second;

/** The pauses between two attempts of a step of which nothing was sent; the last one repeats. */
const pausesMs = [10 * second, 30 * second, minute, 2 * minute, 5 * minute] as const;

/** How long to wait after this attempt, counted from 1; at least until the API may be asked again. */
export function retryPauseMs(attempt: number, untilRetryMs = 0): number {
  const pause = pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? pausesMs[0];
  return Math.max(pause, untilRetryMs);
}
