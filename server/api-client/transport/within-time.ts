import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import { boundSignal } from "./bound-signal.ts";
import type { CallProgress } from "./send-attempt.ts";
import { upstreamErrors } from "./upstream-errors.ts";

/** Runs a call within its time: its signal aborts when the caller's does, or with `upstream_timeout`. */
export type WithinTime = <Answer>(
  call: CallContext,
  run: (progress: CallProgress) => Promise<Answer>,
) => Promise<Answer>;

/** Makes the function that gives each call its time. */
export function createWithinTime(options: {
  environment: Environment;
  clock: Clock;
  callTimeoutMs: number;
}): WithinTime {
  const { environment, clock, callTimeoutMs } = options;
  return async function withinTime({ requestID, caller = "", signal: parent }, run) {
    const timeUp = () => upstreamErrors.timeout(environment, callTimeoutMs);
    const bound = boundSignal({ clock, timeoutMs: callTimeoutMs, parent, timeUp });
    const deadlineMs = clock.monotonic() + callTimeoutMs;
    try {
      bound.signal.throwIfAborted();
      return await run({ requestID, caller, signal: bound.signal, deadlineMs, requests: 0, mayHaveArrived: false });
    } finally {
      bound.end();
    }
  };
}
