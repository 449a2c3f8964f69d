const second = 1_000;
const minute = 60 * second;

/** The pauses between attempts of a step that sent nothing. The last pause applies to all further attempts. */
const pausesMs = [10 * second, 30 * second, minute, 2 * minute, 5 * minute] as const;

/**
 * The pause after an attempt, in milliseconds. `attempt` counts from 1. The pause does not end before the API accepts
 * requests again.
 */
export function retryPauseMs(attempt: number, untilRetryMs = 0): number {
  const pause = pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? pausesMs[0];
  return Math.max(pause, untilRetryMs);
}
