import { setImmediate } from "node:timers/promises";
import type { Clock } from "#server/api-client/clock.ts";

interface FakeClock extends Clock {
  /** Moves time on, wakes those whose time has come and lets them act. */
  advance(ms: number): Promise<void>;
  /** How many sleep now. */
  sleepers(): number;
}

/** A clock that stands still until told otherwise. */
export function createFakeClock(startMs = Date.UTC(2026, 10, 20, 12)): FakeClock {
  let nowMs = startMs;
  const sleeping = new Map<() => void, number>();
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeping.set(resolve, nowMs + ms);
        const onAbort = () => {
          sleeping.delete(resolve);
          reject(signal.reason);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort, { once: true });
      }),
    advance: async (ms) => {
      nowMs += ms;
      for (const [wake, atMs] of sleeping) {
        if (atMs > nowMs) continue;
        sleeping.delete(wake);
        wake();
      }
      await setImmediate();
    },
    sleepers: () => sleeping.size,
  };
}
