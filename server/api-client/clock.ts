import type { CallSignal } from "#server/api-client/call-signal.ts";

/** Time as the API client sees it, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. It jumps when the machine's clock is set: for display, not for waiting. */
  now(): number;
  /** Milliseconds since some moment that stays the same. It never goes back and never jumps. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that comes first. */
  sleep(ms: number, signal: CallSignal): Promise<void>;
  /** Runs something after `ms` milliseconds, unless the function that it gives is called before. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Sleeps until the monotonic clock has reached `untilMs`, never less: a timer may fire a fraction
 * of a millisecond early, and `Retry-After` is not to be undercut.
 */
export async function sleepUntil(clock: Clock, untilMs: number, signal: CallSignal): Promise<void> {
  for (let leftMs = untilMs - clock.monotonic(); leftMs > 0; leftMs = untilMs - clock.monotonic()) {
    await clock.sleep(Math.ceil(leftMs), signal);
  }
}
