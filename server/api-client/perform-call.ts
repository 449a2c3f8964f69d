import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, isAppError } from "#lib/contract/errors.ts";
import type { Breaker } from "#server/api-client/resilience/breaker.ts";
import type { FigureKeeper } from "#server/api-client/resilience/client-figures.ts";
import type { LastGood } from "#server/api-client/resilience/last-good.ts";
import type { MergedCalls } from "#server/api-client/resilience/merged-calls.ts";
import type { RepeatAttempts } from "#server/api-client/resilience/repeat-attempts.ts";
import type { RetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { attemptsFor } from "#server/api-client/resilience/retry-policy.ts";
import type { ApiRequest, Exchanged } from "#server/api-client/transport/exchange.ts";
import { pausedError, type SendAttempt } from "#server/api-client/transport/send-attempt.ts";
import type { WithinTime } from "#server/api-client/transport/within-time.ts";
import type { Clock } from "./clock.ts";

/** On whose behalf the API is called. */
export interface CallContext {
  /** Sent on as `X-Request-ID`. */
  requestID: string;
  /** Ends the call, and the request to the API with it unless others wait for the same answer. */
  signal?: AbortSignal;
  /** Whose call it is, such as the staff's ID: the queue takes callers in turn. */
  caller?: string;
  /**
   * True where an answer that began before this call, or an old one, would be wrong: it is not
   * merged with another read and never stale.
   */
  fresh?: boolean;
}

/** How old an answer is. */
export interface Freshness {
  /** When the API gave it, ISO 8601 in UTC. */
  asOf: string;
  /** Present where the API is left alone just now and this is its last good answer. */
  stale?: true;
}

/** Performs one read to its end, repeats included, within the time of the whole call. */
export type PerformCall = <Result extends object>(
  request: ApiRequest<Result>,
  call: CallContext,
) => Promise<Result & Freshness>;

/**
 * Makes the function behind every read of the client. Identical reads under way are one; an error
 * that may pass is repeated by {@link RepeatAttempts}; while the breaker is open the last good
 * answer to the same request is given, or `upstream_paused` at once. When time is up it throws
 * `upstream_timeout`, when the caller aborts the caller's own reason; otherwise what
 * {@link SendAttempt} throws.
 */
export function createPerformCall(options: {
  environment: Environment;
  sendAttempt: SendAttempt;
  repeatAttempts: RepeatAttempts;
  withinTime: WithinTime;
  merged: MergedCalls<Exchanged<unknown>>;
  lastGood: LastGood;
  breaker: Breaker;
  budget: RetryBudget;
  figures: FigureKeeper;
  clock: Clock;
}): PerformCall {
  const { environment, sendAttempt, repeatAttempts, withinTime, merged } = options;
  const { lastGood, breaker, budget, figures, clock } = options;

  function read<Result>(request: ApiRequest<Result>, call: CallContext): Promise<Exchanged<Result>> {
    budget.deposit();
    return withinTime(call, (progress) =>
      repeatAttempts(() => sendAttempt(request, progress), { progress, attemptsFor }),
    );
  }

  async function readMerged<Result>(
    request: ApiRequest<Result>,
    key: string,
    call: CallContext,
  ): Promise<Exchanged<Result>> {
    const { answer, isShared } = merged.join(key, call.signal, (signal) => read(request, { ...call, signal }));
    const exchanged = await answer;
    if (isShared) figures.count("merged");
    else lastGood.keep(key, { text: exchanged.text, status: exchanged.head.status, atMs: exchanged.atMs });
    // Whoever asked first made its value of the answer already; the others may want another one.
    const value = isShared ? request.parse(exchanged.json, exchanged.head) : (exchanged.value as Result);
    return { ...exchanged, value };
  }

  /** The last good answer, or the error where there is none. */
  function readLastGood<Result extends object>(
    request: ApiRequest<Result>,
    key: string,
    call: CallContext,
    error: AppError,
  ): Result & Freshness {
    const known = call.fresh ? undefined : lastGood.find(key);
    if (known === undefined) throw error;
    figures.count("stale");
    const value = request.parse(JSON.parse(known.text), { status: known.status, location: null });
    return { ...value, asOf: instant(known.atMs), stale: true };
  }

  return async function performCall(request, call) {
    figures.count("reads");
    call.signal?.throwIfAborted();
    const key = request.query === undefined ? request.path : `${request.path}?${request.query}`;
    if (breaker.isOpen()) return readLastGood(request, key, call, pausedError(environment, breaker, clock));
    try {
      const { value, atMs } = await (call.fresh ? read(request, call) : readMerged(request, key, call));
      return { ...value, asOf: instant(atMs) };
    } catch (error) {
      // It opened while this call waited.
      if (!isAppError(error) || error.code !== "upstream_paused") throw error;
      return readLastGood(request, key, call, error);
    }
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
