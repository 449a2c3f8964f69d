/** How far the console's clock is ahead of this browser's, in milliseconds; undefined before the first answer. */
let aheadMs: number | undefined;

/** If a clock is set back by less than this, in milliseconds, it is not detected. */
const minStepMs = 5_000;

/**
 * Updates the offset with a time that the console has just sent (ISO 8601). An answer takes time to arrive, so the
 * answer that gives the latest time is the most accurate, unless one of the clocks was set in between.
 */
export function recordConsoleTime(instant: string, browserMs = Date.now()): void {
  const offsetMs = Date.parse(instant) - browserMs;
  if (aheadMs === undefined || offsetMs > aheadMs || offsetMs < aheadMs - minStepMs) aheadMs = offsetMs;
}

/**
 * The current time by the console's clock, in milliseconds since 1970. Compare it with times from the console and the
 * API, because the browser's own clock may be wrong by hours.
 */
export const consoleNowMs = (): number => Date.now() + (aheadMs ?? 0);
