import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { withRetryAt } from "#server/api-client/transport/upstream-errors.ts";
import { type Clock, sleepUntil } from "../clock.ts";
import { retryAfterMs } from "./retry-policy.ts";

/** The pause after a 429 without a time, in milliseconds. */
const defaultPauseMs = 500;

/**
 * The maximum pause, in milliseconds. If the API requested a longer pause, a single call is sent after this time. It
 * tests whether the limit still applies.
 */
export const maxPauseMs = 900_000;

/**
 * How long callers should wait while a probe is running, in milliseconds. This is a guess, because the end of the probe
 * is unknown.
 */
const probeGuessMs = 1_000;

/** The result of a probe. During a probe, no other call may be sent. */
export type ProbeResult = "answered" | "limited" | "nothing";

interface Pause {
  /** Before this time, no call is sent. */
  untilMs: number;
  /** The end of the pause that the API requested. Between `untilMs` and this time, only one call at a time is sent. */
  askedUntilMs: number;
  error: AppError;
}

export type RateLimitGate = ReturnType<typeof createRateLimitGate>;

/**
 * Pauses the calls of one environment after a 429. The pause lasts as long as the API requests, but at most 15 minutes.
 * If the API requested a longer pause, exactly one call is sent after the 15 minutes. If the API answers this call, the
 * gate opens for all calls. Another 429 closes the gate again (docs/decisions/0013-what-a-failure-pauses.md). The gate
 * uses the monotonic clock, so that setting the machine's clock never shortens the pause.
 */
export function createRateLimitGate(clock: Clock) {
  let pause: Pause | undefined;
  let isProbing = false;

  function current(): Pause | undefined {
    if (pause !== undefined && clock.monotonic() >= Math.max(pause.untilMs, pause.askedUntilMs)) pause = undefined;
    return pause;
  }

  /** How long the calls, or the probe, must still wait, in milliseconds. 0 if a call may be sent now. */
  const remainingMs = (): number => Math.max((current()?.untilMs ?? 0) - clock.monotonic(), 0);

  function probe(restoreUntilMs: number | undefined) {
    const probed = pause;
    isProbing = true;
    return (result: ProbeResult) => {
      isProbing = false;
      if (pause === undefined || pause !== probed) return;
      if (result === "answered") pause = undefined;
      else if (restoreUntilMs !== undefined) pause.untilMs = restoreUntilMs;
    };
  }

  return {
    /**
     * Waits until the pause ends. Throws the error that caused the pause if the wait would be longer than `maxWaitMs`.
     */
    wait: async (maxWaitMs: number, signal: CallSignal): Promise<void> => {
      // Checked again after each sleep, because another answer may have extended the pause.
      for (let now = current(); now !== undefined && remainingMs() > 0; now = current()) {
        if (remainingMs() > maxWaitMs) throw now.error;
        await sleepUntil(clock, now.untilMs, signal);
      }
    },
    /**
     * Returns the permission for one call: a function that must be called once with the result. Undefined if the pause
     * has not ended, or if a probe is running. With `isProbe`, this call ignores the pause.
     */
    enter: (isProbe: boolean): ((result: ProbeResult) => void) | undefined => {
      const now = current();
      if (now === undefined) return () => {};
      if (isProbing) return undefined;
      if (remainingMs() === 0) return probe(undefined);
      if (!isProbe) return undefined;
      const untilMs = now.untilMs;
      now.untilMs = clock.monotonic();
      return probe(untilMs);
    },
    /** Records a 429. Ignores any other error. `askedMs` is the pause that the API requested. */
    record: (error: AppError, askedMs: number) => {
      if (error.code !== "upstream_rate_limited") return;
      const now = clock.monotonic();
      const known = current();
      // A 429 without a time does not shorten an earlier pause.
      const isProbed = known !== undefined && known.untilMs <= now;
      const stillAskedMs = isProbed ? known.askedUntilMs - now : 0;
      const waitMs = askedMs > 0 ? askedMs : Math.max(stillAskedMs, defaultPauseMs);
      const untilMs = now + Math.min(waitMs, maxPauseMs);
      if (known !== undefined && untilMs <= known.untilMs) return;
      const timedError = retryAfterMs(error, clock.now()) > 0 ? error : withRetryAt(error, clock.now() + untilMs - now);
      // Only the answer to a probe may shorten the pause. Any other answer belongs to a call from before the pause.
      const askedUntilMs = Math.max(now + waitMs, isProbed ? 0 : (known?.askedUntilMs ?? 0));
      pause = { untilMs, askedUntilMs, error: timedError };
    },
    /** True while calls must wait for the end of the pause or of a running probe. */
    isClosed: () => remainingMs() > 0 || (current() !== undefined && isProbing),
    /** The error of a call that may not be sent now. Undefined if calls may be sent. */
    error: (): AppError | undefined => {
      const now = current();
      if (now === undefined || remainingMs() > 0) return now?.error;
      return withRetryAt(now.error, clock.now() + probeGuessMs);
    },
    remainingMs,
    /**
     * `probing`: a single call tests the limit, because the pause has lasted 15 minutes or an administrator checks the
     * API.
     */
    state: (): "open" | "paused" | "probing" =>
      current() === undefined ? "open" : remainingMs() > 0 ? "paused" : "probing",
  };
}
