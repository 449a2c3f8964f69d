/** How many milliseconds the server's clock is ahead of the browser's clock; undefined before the first answer. */
let aheadMs: number | undefined;

/** If the offset becomes smaller by more than this time, one of the clocks was set; in milliseconds. */
const minStepMs = 5_000;

/**
 * Updates the offset from a time that the server has just sent (ISO 8601). The answer's travel time makes the measured
 * offset too small, so the largest offset is the most accurate. A much smaller offset means that one of the clocks was
 * set. The new offset then replaces the larger one.
 */
export function recordConsoleTime(instant: string, browserMs = Date.now()): void {
  const offsetMs = Date.parse(instant) - browserMs;
  if (aheadMs === undefined || offsetMs > aheadMs || offsetMs < aheadMs - minStepMs) aheadMs = offsetMs;
}

/**
 * The current time on the server's clock, in milliseconds since 1970. Compare times from the console and the API with
 * this value, because the browser's own clock may be wrong by hours.
 */
export const consoleNowMs = (): number => Date.now() + (aheadMs ?? 0);
