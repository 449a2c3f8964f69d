/** How many milliseconds the console's clock is ahead of the browser's clock; undefined before the first answer. */
let aheadMs: number | undefined;

/** The console does not notice a clock that is set back by less than this, in milliseconds. */
const minStepMs = 5_000;

/**
 * Updates the offset with a time that the console has just sent (ISO 8601). The time that an answer takes to arrive
 * makes the offset too small. So the largest offset is the most accurate. A much smaller offset means that one of the
 * clocks was set.
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
