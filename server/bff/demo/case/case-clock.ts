import { systemClock } from "#server/api-client/clock.ts";

export type CaseClock = ReturnType<typeof createCaseClock>;

/** A clock that shows the time of a case. So ages and windows are the same as when the case was recorded. */
export function createCaseClock(beginMs: number) {
  let nowMs = beginMs;
  return {
    ...systemClock,
    now: () => nowMs,
    /** Sets the clock to a later time. An earlier time changes nothing. */
    advanceTo(ms: number) {
      nowMs = Math.max(nowMs, Math.floor(ms));
    },
  };
}
