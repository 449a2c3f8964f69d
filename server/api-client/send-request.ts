import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Breaker, BreakerPass } from "#server/api-client/resilience/breaker.ts";
import type { CallQueue } from "#server/api-client/resilience/call-queue.ts";
import { pausedError } from "#server/api-client/resilience/pause-check.ts";
import { maxPauseMs, type ProbeResult, type RateLimitGate } from "#server/api-client/resilience/rate-limit-gate.ts";
import {
  isOneResource,
  type ResourcePauses,
  resourceFailures,
  type Scope,
  scopeOf,
} from "#server/api-client/resilience/resource-pauses.ts";
import type { RetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { backoffMs, retryAfterMs } from "#server/api-client/resilience/retry-policy.ts";
import type { ManagedToken } from "#server/api-client/token/managed-token.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import type { CallTrail } from "#server/api-client/transport/call-record.ts";
import type { ApiRequest, Exchange, Exchanged } from "#server/api-client/transport/exchange.ts";
import { upstreamErrors, withRetryAt } from "#server/api-client/transport/upstream-errors.ts";
import { type Clock, sleepUntil } from "./clock.ts";
import type { CallLimits } from "./limits.ts";

/** The rules for sending one kind of call. */
export interface SendRules {
  /** The maximum number of attempts of the call after this error. */
  attemptsFor(error: AppError): number;
  /** Called before each retry. If it throws, the call ends with that error. */
  beforeRetry?: (() => Promise<void>) | undefined;
  /** Called after each failed attempt. `mayHaveArrived` is false if the API cannot have processed the request. */
  onFailure?(error: unknown, mayHaveArrived: boolean): void;
  /** True for a call that tests whether the API answers again. Pauses do not delay it. */
  isProbe?: boolean;
}

/** Sends a request with retries, within the time limit of the complete call. `trail` identifies the call. */
export type SendRequest = <Result>(
  request: ApiRequest<Result>,
  trail: CallTrail,
  rules: SendRules,
) => Promise<Exchanged<Result>>;

/** The state of one call. Its attempts share it. */
interface CallProgress {
  trail: CallTrail;
  requestID: string;
  /** Aborts when the caller aborts. Aborts with `upstream_timeout` when the time limit of the call is reached. */
  signal: CallSignal;
  /** When the time limit of the call is reached, by the monotonic clock. */
  deadlineMs: number;
  isProbe: boolean;
  /** True as soon as the call had to wait before sending. */
  hasWaited: boolean;
  /** The number of requests that were sent. */
  requests: number;
  /**
   * True as soon as the first byte may have been sent. False again if a complete answer shows that the request was not
   * processed.
   */
  mayHaveArrived: boolean;
}

/** Errors which show that the API does not work. Other errors show that it works, except those in `neutralCodes`. */
const failureCodes = new Set<ErrorCode>(["upstream_unreachable", "upstream_timeout", "upstream_failed"]);

/** Errors that do not show whether the API works or not. Nothing was sent with the last four (`ApiRequest`). */
const neutralCodes = new Set<ErrorCode>([
  "upstream_rate_limited",
  "draining",
  "not_sent",
  "frozen",
  "forbidden",
  "store_unavailable",
]);

const authScope = scopeOf({ method: "POST", path: "/auth" });

/**
 * Creates the exchange that every request uses, including `POST /auth`. During a pause, it waits for the end of the
 * pause. If this wait would be too long, it throws the error that caused the pause. It records a pause if an answer
 * requests one. The `retryAt` of an answer's error is at most 15 minutes away.
 */
export function createGatedExchange(options: {
  exchange: Exchange;
  gate: RateLimitGate;
  resources: ResourcePauses;
  clock: Clock;
  maxWaitMs: number;
}): Exchange {
  const { exchange, gate, resources, clock, maxWaitMs } = options;
  return async function gatedExchange(request, attempt) {
    const scope = scopeOf(request);
    const signal = attempt.signal ?? new CallAbort();
    const isPaused = gate.remainingMs() > 0 || resources.remainingMs(scope) > 0;
    if (gate.remainingMs() > 0) await gate.wait(maxWaitMs, signal);
    if (resources.remainingMs(scope) > 0) await resources.wait(scope, maxWaitMs, signal);
    if (isPaused) await request.afterWait?.();
    try {
      const exchanged = await exchange(request, attempt);
      resources.answered(scope);
      return exchanged;
    } catch (error) {
      if (!isAppError(error)) throw error;
      const waitMs = retryAfterMs(error, clock.now());
      // A freeze that stops the request has no status, and its end is not bounded.
      const isTooFar = error.upstreamStatus !== undefined && waitMs > maxPauseMs;
      const bounded = isTooFar ? withRetryAt(error, clock.now() + maxPauseMs) : error;
      gate.record(bounded, waitMs);
      if (resourceFailures.has(error.code)) resources.failed(scope, bounded, isOneResource(request));
      else if (error.upstreamStatus !== undefined) resources.answered(scope);
      throw bounded;
    }
  };
}

/**
 * Creates the function that sends the calls of one environment. Each attempt needs a place in the queue, a permission
 * of the rate limit gate, a permission of the breaker, and a token. After a 401, a new token is used for one retry. If
 * the API refuses the new token too, `upstream_credentials` is thrown (specification, section 5, rule 4). Other retries
 * are sent after the wait that the API requests, or after a backoff with jitter. If the last retry fails, its error is
 * thrown. A failure of one resource pauses only that resource. If many different resources fail, the breaker opens
 * (docs/decisions/0013-what-a-failure-pauses.md).
 *
 * Throws:
 *
 * - `upstream_paused` while the breaker is open
 * - `upstream_busy` if the queue is full
 * - `upstream_timeout` when the time limit of the call is reached
 * - the caller's own reason if the caller aborts
 * - the error that caused a pause, if the pause is too long to wait
 * - otherwise the errors of {@link Exchange}
 */
export function createSendRequest(options: {
  environment: Environment;
  exchange: Exchange;
  token: ManagedToken;
  queue: CallQueue;
  breaker: Breaker;
  gate: RateLimitGate;
  resources: ResourcePauses;
  budget: RetryBudget;
  clock: Clock;
  random: () => number;
  limits: CallLimits;
  onRetry: () => void;
  /** Called after each attempt that shows whether the API accepts the key. */
  onKeyChecked: (isAccepted: boolean) => void;
}): SendRequest {
  const { environment, exchange, token, queue, breaker, gate, resources, budget, clock, random } = options;
  const { maxWaitMs, callTimeoutMs } = options.limits;
  /**
   * Errors that were already counted. Several calls may fail with one shared error, for example if no token could be
   * obtained.
   */
  const counted = new WeakSet<AppError>();
  /** The errors of the request itself. Errors of obtaining a token are not included. */
  const ofRequest = new WeakSet<AppError>();
  const timeUp = () => upstreamErrors.timeout(environment, callTimeoutMs);

  /** Takes a place in the queue if one is free now and nothing is paused. Otherwise undefined. */
  function placeAtOnce(scope: Scope, template: string, { trail, signal, isProbe }: CallProgress) {
    if (isProbe || signal.aborted || gate.remainingMs() > 0 || resources.remainingMs(scope) > 0) return undefined;
    const { caller = "", isBackground = false } = trail.call;
    return queue.enterAtOnce({ caller, template, isBackground });
  }

  /** Waits until nothing is paused and a place in the queue is free. */
  async function takePlace(scope: Scope, template: string, progress: CallProgress): Promise<() => void> {
    const { trail, signal, deadlineMs, isProbe } = progress;
    for (;;) {
      const timeoutMs = Math.min(maxWaitMs, deadlineMs - clock.monotonic());
      if (!isProbe) {
        await gate.wait(timeoutMs, signal);
        await resources.wait(scope, timeoutMs, signal);
      }
      const { caller = "", isBackground = false } = trail.call;
      const leave = await queue.enter({ caller, template, isBackground }, signal);
      if (isProbe || (gate.remainingMs() === 0 && resources.remainingMs(scope) === 0)) return leave;
      leave();
    }
  }

  /** Takes the permissions to send now. If one is missing, throws an error that says when to try again. */
  function takePasses({ isProbe }: CallProgress): { gatePass: (result: ProbeResult) => void; pass: BreakerPass } {
    const gatePass = gate.enter(isProbe);
    if (gatePass === undefined) throw gate.error() ?? pausedError(environment, breaker, clock);
    const pass = breaker.enter(isProbe);
    if (pass !== undefined) return { gatePass, pass };
    gatePass("nothing");
    throw pausedError(environment, breaker, clock);
  }

  function exchangeOnce<Result>(
    request: ApiRequest<Result>,
    progress: CallProgress,
    bearer: string,
  ): Promise<Exchanged<Result>> {
    progress.requests += 1;
    return exchange(request, {
      attempt: progress.requests,
      requestID: progress.requestID,
      signal: progress.signal,
      token: bearer,
      tokenAgeMs: token.ageMsOf(bearer),
      trail: progress.trail,
      breaker: breaker.state(),
      onSent: () => {
        request.beforeSend?.();
        progress.mayHaveArrived = true;
      },
    });
  }

  /** Records the error of an exchange. Throws the error, unless the API refused the token. */
  function requireRefusedToken(error: unknown, progress: CallProgress): asserts error is AppError {
    if (isAppError(error)) ofRequest.add(error);
    if (!isRefusedToken(error)) throw error;
    // The API did not process the request, because it refused the token.
    progress.mayHaveArrived = false;
  }

  async function sendWithToken<Result>(
    request: ApiRequest<Result>,
    progress: CallProgress,
  ): Promise<Exchanged<Result>> {
    const held = token.held(progress.requestID);
    const first = held ?? (await token.current(progress));
    if (progress.hasWaited || held === undefined) await request.afterWait?.();
    try {
      return await exchangeOnce(request, progress, first);
    } catch (error) {
      requireRefusedToken(error, progress);
    }
    const second = await token.replace(first, progress);
    if (second === undefined) throw upstreamErrors.credentials(environment, "one token after another", 401);
    await request.afterWait?.();
    try {
      return await exchangeOnce(request, progress, second);
    } catch (error) {
      requireRefusedToken(error, progress);
      throw upstreamErrors.credentials(environment, "a new token too", 401, error.errors);
    }
  }

  function reportToBreaker(
    error: unknown,
    pass: BreakerPass,
    request: ApiRequest<unknown>,
    { signal }: CallProgress,
  ): void {
    if (signal.aborted || !isAppError(error) || counted.has(error) || neutralCodes.has(error.code)) pass.left();
    else if (!failureCodes.has(error.code)) pass.succeeded();
    else if (isOneResource(request) && resourceFailures.has(error.code) && ofRequest.has(error)) {
      pass.failedFor(scopeOf(request));
    } else pass.failed(retryAfterMs(error, clock.now()));
    if (isAppError(error)) counted.add(error);
  }

  async function attemptOnce<Result>(request: ApiRequest<Result>, progress: CallProgress): Promise<Exchanged<Result>> {
    const scope = scopeOf(request);
    if (progress.isProbe) for (const one of [scope, authScope]) resources.lift(one);
    const { template = request.path } = request;
    const atOnce = placeAtOnce(scope, template, progress);
    progress.hasWaited ||= atOnce === undefined;
    const leave = atOnce ?? (await takePlace(scope, template, progress));
    try {
      const { gatePass, pass } = takePasses(progress);
      try {
        const exchanged = await sendWithToken(request, progress);
        gatePass("answered");
        pass.succeeded();
        options.onKeyChecked(true);
        return exchanged;
      } catch (error) {
        gatePass(probeResultOf(error, progress));
        reportToBreaker(error, pass, request, progress);
        if (isRefusedToken(error)) options.onKeyChecked(false);
        throw error;
      }
    } finally {
      leave();
    }
  }

  /** How long to wait before the next retry, in milliseconds. Undefined if that would be too long. */
  function retryWaitMs(error: AppError, attempts: number, deadlineMs: number): number | undefined {
    const requestedMs = retryAfterMs(error, clock.now());
    const ms = requestedMs > 0 ? requestedMs : backoffMs(attempts, random());
    return requestedMs > maxWaitMs || clock.monotonic() + ms >= deadlineMs ? undefined : ms;
  }

  return async function sendRequest(request, trail, rules) {
    const { requestID, signal: parent } = trail.call;
    const bound = boundSignal({ clock, timeoutMs: callTimeoutMs, parent, timeUp });
    const [{ signal }, deadlineMs] = [bound, clock.monotonic() + callTimeoutMs];
    try {
      signal.throwIfAborted();
      const { isProbe = false } = rules;
      const sent = { requests: 0, mayHaveArrived: false };
      const progress = { trail, requestID, signal, deadlineMs, isProbe, hasWaited: false, ...sent };
      for (let attempts = 1; ; attempts += 1) {
        progress.mayHaveArrived = false;
        try {
          return await attemptOnce(request, progress);
        } catch (error) {
          rules.onFailure?.(error, progress.mayHaveArrived);
          if (signal.aborted || !isAppError(error) || attempts >= rules.attemptsFor(error)) throw error;
          const waitMs = retryWaitMs(error, attempts, deadlineMs);
          if (waitMs === undefined || !budget.withdraw()) throw error;
          options.onRetry();
          await sleepUntil(clock, clock.monotonic() + waitMs, signal);
          progress.hasWaited = true;
        }
        await rules.beforeRetry?.();
      }
    } finally {
      bound.end();
    }
  };
}

/** What an error shows about the API's rate limit. */
function probeResultOf(error: unknown, { signal }: CallProgress): ProbeResult {
  if (signal.aborted || !isAppError(error)) return "nothing";
  if (error.code === "upstream_rate_limited") return "limited";
  return failureCodes.has(error.code) || neutralCodes.has(error.code) ? "nothing" : "answered";
}

function isRefusedToken(error: unknown): error is AppError {
  return isAppError(error) && error.code === "upstream_credentials";
}
