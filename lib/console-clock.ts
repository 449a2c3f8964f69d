/** By how much the console's clock is ahead of this browser's, in milliseconds; unknown before its first word. */
let aheadMs: number | undefined;

/** A clock that somebody has put back by less goes unnoticed. */
const minStepMs = 5_000;

/**
 * Learns from an instant that the console has just told (ISO 8601). Every word of it was some time on its way, so
 * of several the one that says the latest is the nearest, unless one of the clocks has been set meanwhile.
 */
export function recordConsoleTime(instant: string, browserMs = Date.now()): void {
  const told = Date.parse(instant) - browserMs;
  if (aheadMs === undefined || told > aheadMs || told < aheadMs - minStepMs) aheadMs = told;
}

/**
 * The present by the console's clock, in milliseconds since 1970, to compare with what it and the API tell: the
 * browser's own may be hours off.
 */
export const consoleNowMs = (): number => Date.now() + (aheadMs ?? 0);
