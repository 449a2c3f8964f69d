import { setImmediate } from "node:timers/promises";
import type { Clock } from "#server/api-client/clock.ts";

interface FakeClock extends Clock {
  /** Advances the time, wakes the sleepers that are due, and waits until they have acted. */
  advance(ms: number): Promise<void>;
  /** Changes the wall clock of the machine, as a person might do. No time passes. */
  jump(ms: number): void;
  /**
   * Advances the time from one sleeper to the next until this promise is settled. The promise may wait only for
   * sleepers.
   */
  passUntil<Value>(promise: Promise<Value>): Promise<Value>;
  /** The number of sleepers. */
  sleepers(): number;
}

/** The number of event-loop tasks after which all work is done, except work that waits for the clock. */
const roundsToAct = 20;

/** Creates a clock that shows the same time until a test sets it forward. */
export function createFakeClock(startMs = Date.UTC(2026, 10, 20, 12)): FakeClock {
  let tick = 0;
  let jumpedMs = 0;
  const sleeping = new Map<() => void, number>();

  async function advance(ms: number): Promise<void> {
    tick += ms;
    for (const [wake, atTick] of sleeping) {
      if (atTick > tick) continue;
      sleeping.delete(wake);
      wake();
    }
    await setImmediate();
  }

  return {
    // Returns whole milliseconds, like the machine's own clock. Monotonic time may have a fraction.
    now: () => Math.floor(startMs + jumpedMs + tick),
    monotonic: () => tick,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeping.set(resolve, tick + ms);
        const onAbort = () => {
          sleeping.delete(resolve);
          reject(signal.reason);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort, { once: true });
      }),
    after: (ms, run) => {
      const wake = () => run();
      sleeping.set(wake, tick + ms);
      return () => sleeping.delete(wake);
    },
    advance,
    jump: (ms) => {
      jumpedMs += ms;
    },
    passUntil: async (promise) => {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      promise.then(settle, settle);
      for (;;) {
        for (let round = 0; round < roundsToAct && !isSettled; round += 1) await setImmediate();
        if (isSettled) return promise;
        await advance(Math.max(Math.min(...sleeping.values()) - tick, 0));
      }
    },
    sleepers: () => sleeping.size,
  };
}
