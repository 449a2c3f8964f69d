import { type AppError, isAppError } from "#lib/contract/app-error.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { Breaker, BreakerPass } from "#server/api-client/resilience/breaker.ts";
import type { CallQueue } from "#server/api-client/resilience/call-queue.ts";
import type { ProbeResult, RateLimitGate } from "#server/api-client/resilience/rate-limit-gate.ts";
import type { ResourcePauses, Scope } from "#server/api-client/resilience/resource-pauses.ts";
import { resourceFailures } from "#server/api-client/resilience/resource-pauses.ts";
import { retryAfterMs } from "#server/api-client/resilience/retry-policy.ts";
import type { ManagedToken } from "#server/api-client/token/managed-token.ts";
import type { ApiRequest, Exchange, Exchanged } from "#server/api-client/transport/exchange.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { Clock } from "./clock.ts";
import { isOneResource, scopeOf } from "./paced-exchange.ts";

/** What the attempts of one call share. */
export interface CallProgress {
  requestID: string;
  /** Whose call it is, for the turns of the queue. */
  caller: string;
  /** Aborts when the caller leaves or the call's time is up, with the reason to tell. */
  signal: AbortSignal;
  /** When the call's time is up, by the monotonic clock. */
  deadlineMs: number;
  /** True for a call that is to find out whether the API answers again: no pause holds it back. */
  isProbe: boolean;
  /** How many requests it has sent. */
  requests: number;
  /** True from the moment that a byte may have left until a complete answer says that it was not looked at. */
  mayHaveArrived: boolean;
}

/** The API does not work. Whatever else it answers with, it does. */
const failureCodes = new Set<ErrorCode>(["upstream_unreachable", "upstream_timeout", "upstream_failed"]);

/** Neither for nor against the API. */
const saysNothing = new Set<ErrorCode>(["upstream_rate_limited", "draining", "not_sent"]);

/** Sends one attempt of a call: its place in the queue, its permission, its token, the request. */
export type SendAttempt = <Result>(request: ApiRequest<Result>, progress: CallProgress) => Promise<Exchanged<Result>>;

/**
 * Makes the function that sends one attempt. A 401 brings one new token and one repeat, then
 * `upstream_credentials` (specification, section 5, rule 4). Nothing is sent and `upstream_paused`
 * thrown while the breaker is open, `upstream_busy` while the queue is full, and during a pause that
 * is too long to wait for the error that began it; otherwise it throws what {@link Exchange} throws. A
 * failure of one resource counts for that resource (docs/decisions/0013-what-a-failure-pauses.md).
 */
export function createSendAttempt(options: {
  environment: Environment;
  exchange: Exchange;
  token: ManagedToken;
  queue: CallQueue;
  breaker: Breaker;
  gate: RateLimitGate;
  resources: ResourcePauses;
  clock: Clock;
  maxWaitMs: number;
}): SendAttempt {
  const { environment, exchange, token, queue, breaker, gate, resources, clock, maxWaitMs } = options;
  /** Errors that many calls share, such as a failed minting, are one failure. */
  const counted = new WeakSet<AppError>();
  /** What came of the request itself, not of the token that it needs. */
  const ofRequest = new WeakSet<AppError>();

  /** A place in the queue while nothing is paused. */
  async function takePlace(scope: Scope, template: string, progress: CallProgress): Promise<() => void> {
    const { caller, signal, deadlineMs, isProbe } = progress;
    for (;;) {
      const timeoutMs = Math.min(maxWaitMs, deadlineMs - clock.monotonic());
      if (!isProbe) {
        await gate.wait(timeoutMs, signal);
        await resources.wait(scope, timeoutMs, signal);
      }
      const leave = await queue.enter({ caller, template }, signal);
      if (isProbe || (gate.remainingMs() === 0 && resources.remainingMs(scope) === 0)) return leave;
      leave();
    }
  }

  /** Whether this call may go now; what it throws says from when on another may. */
  function takePasses({ isProbe }: CallProgress): { gatePass: (result: ProbeResult) => void; pass: BreakerPass } {
    const gatePass = gate.enter(isProbe);
    if (gatePass === undefined) throw gate.error() ?? pausedError(environment, breaker, clock);
    const pass = breaker.enter(isProbe);
    if (pass !== undefined) return { gatePass, pass };
    gatePass("nothing");
    throw pausedError(environment, breaker, clock);
  }

  async function sendWithToken<Result>(
    request: ApiRequest<Result>,
    progress: CallProgress,
  ): Promise<Exchanged<Result>> {
    const send = (bearer: string) => {
      progress.requests += 1;
      const sending = exchange(request, {
        attempt: progress.requests,
        requestID: progress.requestID,
        signal: progress.signal,
        token: bearer,
        onSent: () => {
          request.beforeSend?.();
          progress.mayHaveArrived = true;
        },
      });
      return sending.catch((error: unknown) => {
        if (isAppError(error)) ofRequest.add(error);
        throw error;
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
    if (second === undefined) throw upstreamErrors.credentials(environment, "one token after another", 401);
    try {
      return await send(second);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
      progress.mayHaveArrived = false;
      throw upstreamErrors.credentials(environment, "a new token too", 401, error.errors);
    }
  }

  function report(error: unknown, pass: BreakerPass, request: ApiRequest<unknown>, { signal }: CallProgress): void {
    if (signal.aborted || !isAppError(error) || counted.has(error) || saysNothing.has(error.code)) pass.left();
    else if (!failureCodes.has(error.code)) pass.succeeded();
    else if (isOneResource(request) && resourceFailures.has(error.code) && ofRequest.has(error)) {
      pass.failedFor(scopeOf(request));
    } else pass.failed(retryAfterMs(error, clock.now()));
    if (isAppError(error)) counted.add(error);
  }

  return async function sendAttempt(request, progress) {
    const scope = scopeOf(request);
    if (progress.isProbe) for (const one of [scope, authScope]) resources.lift(one);
    const leave = await takePlace(scope, request.template ?? request.path, progress);
    try {
      const { gatePass, pass } = takePasses(progress);
      try {
        const exchanged = await sendWithToken(request, progress);
        gatePass("answered");
        pass.succeeded();
        return exchanged;
      } catch (error) {
        gatePass(resultOf(error, progress));
        report(error, pass, request, progress);
        throw error;
      }
    } finally {
      leave();
    }
  };
}

/** What an error says about whether the API still limits requests. */
function resultOf(error: unknown, { signal }: CallProgress): ProbeResult {
  if (signal.aborted || !isAppError(error)) return "nothing";
  if (error.code === "upstream_rate_limited") return "limited";
  return failureCodes.has(error.code) || saysNothing.has(error.code) ? "nothing" : "answered";
}

/** What a call is told while the breaker is open. */
export function pausedError(environment: Environment, breaker: Breaker, clock: Clock): AppError {
  return upstreamErrors.paused(environment, new Date(clock.now() + breaker.closedForMs()).toISOString());
}

const authScope = scopeOf({ method: "POST", path: "/auth" });

function isRefusedToken(error: unknown): error is AppError {
  return isAppError(error) && error.code === "upstream_credentials";
}
