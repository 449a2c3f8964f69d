import type { Environment } from "#lib/contract/environment.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { CallContext } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import type { CallProgress } from "./send-attempt.ts";

/** Runs a call within its time: its signal aborts when the caller's does, or with `upstream_timeout`. */
export type WithinTime = <Answer>(
  call: CallContext,
  run: (progress: CallProgress) => Promise<Answer>,
  isProbe?: boolean,
) => Promise<Answer>;

/** Makes the function that gives each call its time. */
export function createWithinTime(options: {
  environment: Environment;
  clock: Clock;
  callTimeoutMs: number;
}): WithinTime {
  const { environment, clock, callTimeoutMs } = options;
  return async function withinTime({ requestID, caller = "", signal: parent }, run, isProbe = false) {
    const timeUp = () => upstreamErrors.timeout(environment, callTimeoutMs);
    const bound = boundSignal({ clock, timeoutMs: callTimeoutMs, parent, timeUp });
    const deadlineMs = clock.monotonic() + callTimeoutMs;
    try {
      bound.signal.throwIfAborted();
      const { signal } = bound;
      return await run({ requestID, caller, signal, deadlineMs, isProbe, requests: 0, mayHaveArrived: false });
    } finally {
      bound.end();
    }
  };
}
