import type { AppError } from "#lib/contract/app-error.ts";
import { isAppError } from "#lib/contract/app-error.ts";
import type { ClientMetrics } from "#server/api-client/resilience/client-metrics.ts";
import type { RetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { attemptsFor } from "#server/api-client/resilience/retry-policy.ts";
import type { SingleFlight } from "#server/api-client/resilience/single-flight.ts";
import type { StaleCache } from "#server/api-client/resilience/stale-cache.ts";
import type { ApiRequest, Exchanged } from "#server/api-client/transport/exchange.ts";
import type { CallContext } from "./call-context.ts";
import type { RepeatAttempts } from "./repeat-attempts.ts";
import type { SendAttempt } from "./send-attempt.ts";
import type { WithinTime } from "./within-time.ts";

/** How old an answer is. */
export interface Freshness {
  /** When the API gave it, ISO 8601 in UTC. */
  asOf: string;
  /** Present where requests are paused just now and this is the last good answer. */
  stale?: true;
  /** Until when they are paused, ISO 8601 in UTC; beside `stale`. */
  retryAt?: string;
}

/** Why a request may not be sent just now. */
export interface HeldBack {
  error: AppError;
  mayWait: boolean;
}

/** Performs one read to its end, repeats included, within the time of the whole call. */
export type PerformCall = <Result extends object>(
  request: ApiRequest<Result>,
  call: CallContext,
) => Promise<Result & Freshness>;

/**
 * Makes the function behind every read of the client. Identical reads under way are one; an error
 * that may pass is repeated by {@link RepeatAttempts}; while requests are paused the last good answer
 * to the same request is given, or the error that says until when. When time is up it throws
 * `upstream_timeout`, when the caller aborts the caller's own reason; otherwise what
 * {@link SendAttempt} throws.
 */
export function createPerformCall(options: {
  sendAttempt: SendAttempt;
  repeatAttempts: RepeatAttempts;
  withinTime: WithinTime;
  merged: SingleFlight<Exchanged<unknown>>;
  staleCache: StaleCache;
  /** What keeps a request from being sent just now, and whether waiting for it may help. */
  heldBack: (request: ApiRequest<unknown>) => HeldBack | undefined;
  budget: RetryBudget;
  figures: ClientMetrics;
}): PerformCall {
  const { sendAttempt, repeatAttempts, withinTime, merged, staleCache, heldBack, budget, figures } = options;

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
    else staleCache.keep(key, { text: exchanged.text, status: exchanged.head.status, atMs: exchanged.atMs });
    // The first caller has parsed the answer already; the others may parse it differently.
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
    const known = call.fresh ? undefined : staleCache.find(key);
    if (known === undefined) throw error;
    figures.count("stale");
    const value = request.parse(JSON.parse(known.text), { status: known.status, location: null });
    const { retryAt } = error;
    return { ...value, asOf: instant(known.atMs), stale: true, ...(retryAt === undefined ? {} : { retryAt }) };
  }

  return async function performCall(request, call) {
    figures.count("reads");
    call.signal?.throwIfAborted();
    const key = request.query === undefined ? request.path : `${request.path}?${request.query}`;
    const held = heldBack(request);
    if (held !== undefined && (!held.mayWait || (!call.fresh && staleCache.has(key)))) {
      return readLastGood(request, key, call, held.error);
    }
    try {
      const { value, atMs } = await (call.fresh ? read(request, call) : readMerged(request, key, call));
      return { ...value, asOf: instant(atMs) };
    } catch (error) {
      // The pause began while this call waited, or with this call.
      if (!isAppError(error)) throw error;
      const isPaused = error.code === "upstream_paused" || heldBack(request) !== undefined;
      if (!isPaused) throw error;
      return readLastGood(request, key, call, error);
    }
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
