import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";

export interface BoundSignal {
  signal: CallSignal;
  /** Stops the clock and lets go of the parent. */
  end(): void;
}

/**
 * A signal that aborts when its parent does (with the parent's reason) or when time is up (with
 * the error that `timeUp` makes): the reason is always what the caller should be told.
 */
export function boundSignal(options: {
  clock: Clock;
  timeoutMs: number;
  parent: CallSignal | undefined;
  timeUp: () => Error;
}): BoundSignal {
  const { clock, timeoutMs, parent, timeUp } = options;
  const signal = new CallAbort();
  const onParentAbort = () => signal.abort(parent?.reason);
  if (parent?.aborted) onParentAbort();
  else parent?.addEventListener("abort", onParentAbort, { once: true });
  const stopTimer = clock.after(timeoutMs, () => signal.abort(timeUp()));
  return {
    signal,
    end: () => {
      parent?.removeEventListener("abort", onParentAbort);
      stopTimer();
    },
  };
}

/** Waits for something shared: an abort ends this wait alone, not what is waited for. */
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
