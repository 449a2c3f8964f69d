import type { CallSignal } from "#server/api-client/call-signal.ts";

/** The client's source of time. It is injected so that tests do not have to wait. */
export interface Clock {
  /** Milliseconds since 1970. Jumps when the machine's clock is set. For display only, not for waiting. */
  now(): number;
  /** Milliseconds since a fixed time. Never goes back and never jumps. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason if the signal aborts first. */
  sleep(ms: number, signal: CallSignal): Promise<void>;
  /** Calls `run` after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

/** The clock of this machine. */
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
 * Sleeps until the monotonic clock has reached `untilMs`. A timer may fire a fraction of a millisecond too early, so
 * the clock is checked again: a retry must not be sent before `Retry-After`.
 */
export async function sleepUntil(clock: Clock, untilMs: number, signal: CallSignal): Promise<void> {
  for (let leftMs = untilMs - clock.monotonic(); leftMs > 0; leftMs = untilMs - clock.monotonic()) {
    await clock.sleep(Math.ceil(leftMs), signal);
  }
}
