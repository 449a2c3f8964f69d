import type { AppError } from "#lib/contract/errors.ts";
import { type Clock, sleepUntil } from "#server/api-client/clock.ts";
import { askedWaitMs } from "./retry-policy.ts";

/** How long everything waits after a 429 that does not say; milliseconds. */
const unnamedPauseMs = 500;

/** Paths with a pause of their own at most; those that have passed are forgotten first. */
const maximumScopes = 1_000;

export interface Pauses {
  /**
   * Waits until `scope` may be called. Throws the error that began the pause where that would take
   * longer than `longestWaitMs`, so that nobody waits for nothing.
   */
  over(scope: string, longestWaitMs: number, signal: AbortSignal): Promise<void>;
  /** True while `scope` may not be called. */
  isPaused(scope: string): boolean;
  /** Takes note of what the API asked for: after a 429 everything waits, after a 503 its own path. */
  heed(scope: string, error: AppError): void;
  /** Until when everything waits, in milliseconds from now. */
  remainingMs(): number;
}

interface Pause {
  untilMs: number;
  error: AppError;
}

/**
 * The `Retry-After` of one environment, kept by the monotonic clock, so that setting the machine's
 * clock never shortens it. A scope is a method and a path.
 */
export function createPauses(clock: Clock): Pauses {
  let environment: Pause | undefined;
  const scopes = new Map<string, Pause>();

  function current(scope: string): Pause | undefined {
    // By far the commonest case, once and more for each call.
    if (environment === undefined && scopes.size === 0) return undefined;
    const own = scopes.get(scope);
    const longest = own !== undefined && own.untilMs > (environment?.untilMs ?? 0) ? own : environment;
    return longest !== undefined && longest.untilMs > clock.monotonic() ? longest : undefined;
  }

  function forgetPassed(): void {
    const now = clock.monotonic();
    for (const [scope, pause] of scopes) if (pause.untilMs <= now) scopes.delete(scope);
    const [oldest] = scopes.keys();
    if (scopes.size >= maximumScopes && oldest !== undefined) scopes.delete(oldest);
  }

  return {
    over: async (scope, longestWaitMs, signal) => {
      // Once more after waking: another answer may have made it longer.
      for (let pause = current(scope); pause !== undefined; pause = current(scope)) {
        if (pause.untilMs - clock.monotonic() > longestWaitMs) throw pause.error;
        await sleepUntil(clock, pause.untilMs, signal);
      }
    },
    isPaused: (scope) => current(scope) !== undefined,
    heed: (scope, error) => {
      const isRateLimit = error.code === "upstream_rate_limited";
      const waitMs = askedWaitMs(error, clock.now()) || (isRateLimit ? unnamedPauseMs : 0);
      if (waitMs === 0) return;
      const pause = { untilMs: clock.monotonic() + waitMs, error };
      if (isRateLimit) {
        if (pause.untilMs > (environment?.untilMs ?? 0)) environment = pause;
      } else if (error.upstreamStatus === 503 && pause.untilMs > (scopes.get(scope)?.untilMs ?? 0)) {
        if (scopes.size >= maximumScopes) forgetPassed();
        scopes.set(scope, pause);
      }
    },
    remainingMs: () => Math.max((environment?.untilMs ?? 0) - clock.monotonic(), 0),
  };
}
