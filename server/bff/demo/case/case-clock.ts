import { systemClock } from "#server/api-client/clock.ts";

export type CaseClock = ReturnType<typeof createCaseClock>;

/** Creates a clock that shows the time of a case. Ages and windows are then the same as during the recording. */
export function createCaseClock(beginMs: number) {
  let nowMs = beginMs;
  return {
    ...systemClock,
    now: () => nowMs,
    /** Sets the clock to a later time. Ignores an earlier time. */
    advanceTo(ms: number) {
      nowMs = Math.max(nowMs, Math.floor(ms));
    },
  };
}
