/** How far the console's clock is ahead of this browser's, in milliseconds; undefined before the first answer. */
let aheadMs: number | undefined;

/** A clock that was set back by less than this, in milliseconds, is not detected. */
const minStepMs = 5_000;

/**
 * Updates the offset from an instant that the console has just sent (ISO 8601). Each answer took some time to arrive,
 * so the one with the latest time is the most accurate, unless one of the clocks was set meanwhile.
 */
export function recordConsoleTime(instant: string, browserMs = Date.now()): void {
  const offsetMs = Date.parse(instant) - browserMs;
  if (aheadMs === undefined || offsetMs > aheadMs || offsetMs < aheadMs - minStepMs) aheadMs = offsetMs;
}

/**
 * The current time by the console's clock, in milliseconds since 1970, for comparison with times from the console and
 * the API: the browser's own clock may be wrong by hours.
 */
export const consoleNowMs = (): number => Date.now() + (aheadMs ?? 0);
