import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, type ErrorCode, isAppError } from "#lib/contract/errors.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { Breaker, BreakerPass } from "#server/api-client/resilience/breaker.ts";
import type { CallQueue } from "#server/api-client/resilience/call-queue.ts";
import { scopeOf } from "#server/api-client/resilience/paced-exchange.ts";
import type { Pauses } from "#server/api-client/resilience/pauses.ts";
import { askedWaitMs } from "#server/api-client/resilience/retry-policy.ts";
import type { ManagedToken } from "#server/api-client/token/managed-token.ts";
import type { ApiRequest, Exchange, Exchanged } from "./exchange.ts";
import { upstreamErrors } from "./upstream-errors.ts";

/** What the attempts of one call share. */
export interface CallProgress {
  requestID: string;
  /** Whose call it is, for the turns of the queue. */
  caller: string;
  /** Aborts when the caller leaves or the call's time is up, with the reason to tell. */
  signal: AbortSignal;
  /** When the call's time is up, by the monotonic clock. */
  deadlineMs: number;
  /** How many requests it has sent. */
  requests: number;
  /** True from the moment that a byte may have left until a complete answer says that it was not looked at. */
  mayHaveArrived: boolean;
}

/** The API does not work. Whatever else it answers with, it does. */
const failureCodes = new Set<ErrorCode>(["upstream_unreachable", "upstream_timeout", "upstream_failed"]);

/** Neither for nor against the API. */
const saysNothing = new Set<ErrorCode>(["upstream_rate_limited", "draining"]);

/** Sends one attempt of a call: its place in the queue, its permission, its token, the request. */
export type SendAttempt = <Result>(request: ApiRequest<Result>, progress: CallProgress) => Promise<Exchanged<Result>>;

/**
 * Makes the function that sends one attempt. A 401 brings one new token and one repeat, then
 * `upstream_credentials` (specification, section 5, rule 4). Nothing is sent and `upstream_paused`
 * thrown while the breaker is open, `upstream_busy` while the queue is full, and during a pause that
 * is too long to wait for the error that began it; otherwise it throws what {@link Exchange} throws.
 */
export function createSendAttempt(options: {
  environment: Environment;
  exchange: Exchange;
  token: ManagedToken;
  queue: CallQueue;
  breaker: Breaker;
  pauses: Pauses;
  clock: Clock;
  longestWaitMs: number;
}): SendAttempt {
  const { environment, exchange, token, queue, breaker, pauses, clock, longestWaitMs } = options;
  /** Errors that many calls share, such as a failed minting, are one failure. */
  const counted = new WeakSet<AppError>();

  /** A place in the queue while nothing is paused. */
  async function takePlace(scope: string, { caller, signal, deadlineMs }: CallProgress): Promise<() => void> {
    for (;;) {
      const leftMs = deadlineMs - clock.monotonic();
      await pauses.over(scope, Math.min(longestWaitMs, leftMs), signal);
      const leave = await queue.enter(caller, signal);
      if (!pauses.isPaused(scope)) return leave;
      leave();
    }
  }

  async function sendWithToken<Result>(
    request: ApiRequest<Result>,
    progress: CallProgress,
  ): Promise<Exchanged<Result>> {
    const send = (bearer: string) => {
      progress.requests += 1;
      return exchange(request, {
        attempt: progress.requests,
        requestID: progress.requestID,
        signal: progress.signal,
        token: bearer,
        onSent: () => {
          progress.mayHaveArrived = true;
        },
      });
    };
    const first = await token.current(progress);
    try {
      return await send(first);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
      progress.mayHaveArrived = false;
    }
    const second = await token.replace(first, progress);
    if (second === undefined) throw upstreamErrors.credentials(environment, "token after token", 401);
    try {
      return await send(second);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
      progress.mayHaveArrived = false;
      throw upstreamErrors.credentials(environment, "a fresh token as well", 401, error.errors);
    }
  }

  function report(error: unknown, pass: BreakerPass, { signal }: CallProgress): void {
    if (signal.aborted || !isAppError(error) || counted.has(error) || saysNothing.has(error.code)) pass.left();
    else if (failureCodes.has(error.code)) pass.failed(askedWaitMs(error, clock.now()));
    else pass.succeeded();
    if (isAppError(error)) counted.add(error);
  }

  return async function sendAttempt(request, progress) {
    const leave = await takePlace(scopeOf(request), progress);
    try {
      const pass = breaker.enter();
      if (pass === undefined) throw pausedError(environment, breaker, clock);
      try {
        const exchanged = await sendWithToken(request, progress);
        pass.succeeded();
        return exchanged;
      } catch (error) {
        report(error, pass, progress);
        throw error;
      }
    } finally {
      leave();
    }
  };
}

/** What a call is told while the breaker is open. */
export function pausedError(environment: Environment, breaker: Breaker, clock: Clock): AppError {
  return upstreamErrors.paused(environment, new Date(clock.now() + breaker.closedForMs()).toISOString());
}

function isRefusedToken(error: unknown): error is AppError {
  return isAppError(error) && error.code === "upstream_credentials";
}
