import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";

/**
 * Creates a signal that aborts when its parent aborts or when the time limit is reached. Its reason is the parent's
 * reason or the error from `timeUp`. If the signal has aborted, the caller must throw this reason.
 */
export function boundSignal(options: {
  clock: Clock;
  timeoutMs: number;
  parent: CallSignal | undefined;
  timeUp: () => Error;
}) {
  const { clock, timeoutMs, parent, timeUp } = options;
  const signal = new CallAbort();
  const onParentAbort = () => signal.abort(parent?.reason);
  if (parent?.aborted) onParentAbort();
  else parent?.addEventListener("abort", onParentAbort, { once: true });
  const stopTimer = clock.after(timeoutMs, () => signal.abort(timeUp()));
  return {
    signal,
    /** Stops the timer and removes the listener from the parent. */
    end: () => {
      parent?.removeEventListener("abort", onParentAbort);
      stopTimer();
    },
  };
}

/**
 * Waits for a promise that several callers share. If the signal aborts, only this wait ends and the shared work
 * continues.
 */
export function waitFor<Value>(shared: Promise<Value>, signal: CallSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    const stopListening = () => signal.removeEventListener("abort", onAbort);
    shared.then(
      (value) => {
        stopListening();
        resolve(value);
      },
      (error: unknown) => {
        stopListening();
        reject(error);
      },
    );
  });
}
