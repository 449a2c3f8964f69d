import { type Clock, systemClock } from "#server/api-client/clock.ts";

export interface CaseClock extends Clock {
  /** Sets the clock to a later time; an earlier one changes nothing. */
  advanceTo(ms: number): void;
}

/** A clock that shows the time of a case, so that ages and windows are those that the person saw. */
export function createCaseClock(beginMs: number): CaseClock {
  let nowMs = beginMs;
  return {
    ...systemClock,
    now: () => nowMs,
    advanceTo(ms) {
      nowMs = Math.max(nowMs, Math.floor(ms));
    },
  };
}
