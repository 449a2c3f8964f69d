import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ClientMetrics } from "#server/api-client/resilience/client-metrics.ts";
import type { ParsedAnswers } from "#server/api-client/resilience/parsed-answers.ts";
import type { RetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { attemptsFor } from "#server/api-client/resilience/retry-policy.ts";
import type { SingleFlight } from "#server/api-client/resilience/single-flight.ts";
import type { StaleCache } from "#server/api-client/resilience/stale-cache.ts";
import type { CallTrail } from "#server/api-client/transport/call-record.ts";
import type { CallTrails } from "#server/api-client/transport/call-trails.ts";
import type { ApiRequest, Exchanged } from "#server/api-client/transport/exchange.ts";
import type { CallContext, Reading } from "./call-context.ts";
import type { CallPause } from "./resilience/pause-check.ts";
import type { SendRequest, SendRules } from "./send-request.ts";

/** The age of an answer. */
export interface Freshness {
  /** When the API's answer arrived, ISO 8601 in UTC. */
  asOf: string;
  /**
   * True if this is an earlier answer. Earlier answers are returned while requests are paused or the key is refused.
   */
  stale?: true;
  /** Present with `stale` if the API refuses the console's key. Absent if requests are paused. */
  staleReason?: "key_refused";
  /** When the pause ends, ISO 8601 in UTC. Only present with `stale`. */
  retryAt?: string;
}

/** Performs one read with its retries, within the time limit of the complete call. */
export type PerformCall = <Result extends object>(
  request: ApiRequest<Result>,
  call: CallContext,
) => Promise<Result & Freshness>;

/** An answer with its times. */
interface ReadAnswer<Result> extends Reading {
  value: Result;
  /** True if the request was sent by another caller. */
  isShared?: boolean;
}

const readRules: SendRules = { attemptsFor };

/**
 * Creates the function behind every read of the client. Identical concurrent reads are merged. While requests are
 * paused or the key is refused, it returns the last good answer to the same request. Without such an answer, it throws
 * the error with the reason. Throws the errors of {@link SendRequest}.
 */
export function createPerformCall(options: {
  sendRequest: SendRequest;
  merged: SingleFlight<Exchanged<unknown>>;
  staleCache: StaleCache;
  parsedAnswers: ParsedAnswers;
  /** Returns why a request cannot be sent now, and whether waiting may help. Undefined if it can be sent. */
  pauseOf: (request: ApiRequest<unknown>) => CallPause | undefined;
  budget: RetryBudget;
  figures: ClientMetrics;
  trails: CallTrails;
}): PerformCall {
  const { sendRequest, merged, staleCache, parsedAnswers, pauseOf, budget, figures, trails } = options;

  function read<Result>(request: ApiRequest<Result>, trail: CallTrail): Promise<Exchanged<Result>> {
    budget.deposit();
    return sendRequest(request, trail, readRules);
  }

  /** Waits for the answer to an identical running read. */
  async function share(
    answer: Promise<Exchanged<unknown>>,
    request: ApiRequest<unknown>,
    trail: CallTrail,
  ): Promise<Exchanged<unknown>> {
    try {
      const flown = await answer;
      const { text, head } = flown;
      trails.answered(trail, request, { kind: "merged", outcome: "ok", text, status: head.status });
      return flown;
    } catch (error) {
      const outcome = isAppError(error) ? error.code : "aborted";
      trails.answered(trail, request, { kind: "merged", outcome });
      throw error;
    }
  }

  async function readMerged<Result>(
    request: ApiRequest<Result>,
    key: string,
    trail: CallTrail,
  ): Promise<ReadAnswer<Result>> {
    const { call } = trail;
    const { parseKey } = request;
    const known = parseKey === undefined ? undefined : parsedAnswers.find(key);
    const start = (signal: CallSignal): Promise<Exchanged<unknown>> => {
      // The request is recorded for the caller that starts it. The request does not use the signal of this caller,
      // because other callers may wait for the same answer.
      trail.call = { ...call, signal };
      return read(known === undefined ? request : { ...request, known }, trail);
    };
    const { answer, isShared } = merged.join(key, call.signal, start);
    const exchanged = await (isShared ? share(answer, request, trail) : answer);
    if (isShared) figures.count("merged");
    else keep(key, exchanged);
    // The answer was parsed for the first caller. Another caller may need a different value from the same JSON.
    const isParsed = !isShared || (parseKey !== undefined && parseKey === exchanged.parseKey);
    const value = isParsed ? (exchanged.value as Result) : request.parse(exchanged.json, exchanged.head);
    return { value, sentMs: exchanged.sentMs, atMs: exchanged.atMs, isShared };
  }

  /**
   * Stores an answer. The parsed answer is stored only if the same text has arrived before, because most texts arrive
   * only once.
   */
  function keep(key: string, { text, bytes, json, value, head, atMs, parseKey }: Exchanged<unknown>): void {
    if (parseKey !== undefined && staleCache.holds(key, bytes)) {
      parsedAnswers.keep(key, { text, bytes, json, value, parseKey });
    }
    staleCache.keep(key, { bytes, status: head.status, atMs });
  }

  /** Returns the last good answer. Throws `error` if no good answer is stored. */
  function readLastGood<Result extends object>(
    request: ApiRequest<Result>,
    key: string,
    trail: CallTrail,
    error: AppError,
  ): Result & Freshness {
    const known = trail.call.fresh ? undefined : staleCache.find(key);
    if (known === undefined) {
      trails.held(trail, request, error.code);
      throw error;
    }
    figures.count("stale");
    const { text, status } = known;
    trails.answered(trail, request, { kind: "stale", outcome: error.code, text, status });
    const value = request.parse(JSON.parse(known.text), { status: known.status, location: null });
    const { retryAt } = error;
    return {
      ...value,
      asOf: instant(known.atMs),
      stale: true,
      ...(retryAt === undefined ? {} : { retryAt }),
      ...(error.code === "upstream_credentials" ? { staleReason: "key_refused" } : {}),
    };
  }

  return async function performCall<Result extends object>(
    request: ApiRequest<Result>,
    call: CallContext,
  ): Promise<Result & Freshness> {
    figures.count("reads");
    call.signal?.throwIfAborted();
    const trail = trails.begin(call);
    const key = request.query === undefined ? request.path : `${request.path}?${request.query}`;
    const pause = pauseOf(request);
    if (pause !== undefined && (!pause.mayWait || (!call.fresh && staleCache.has(key)))) {
      return readLastGood(request, key, trail, pause.error);
    }
    try {
      const answer: ReadAnswer<Result> = await (call.fresh ? read(request, trail) : readMerged(request, key, trail));
      if (answer.isShared !== true) call.onReading?.(answer);
      return { ...answer.value, asOf: instant(answer.atMs) };
    } catch (error) {
      // A pause may have begun while this call waited, or this call may have caused it. Then an earlier answer is
      // returned.
      if (!isAppError(error)) throw error;
      const isPaused = error.code === "upstream_paused" || pauseOf(request) !== undefined;
      // If the key is refused, an earlier answer may still be shown, because only people with the same rights see it.
      if (!isPaused && error.code !== "upstream_credentials") {
        trails.held(trail, request, error.code);
        throw error;
      }
      return readLastGood(request, key, trail, error);
    }
  };
}

let lastInstant = { ms: Number.NaN, text: "" };

/** Formats an instant. The last result is cached, because many calls format the same millisecond. */
function instant(ms: number): string {
  if (ms !== lastInstant.ms) lastInstant = { ms, text: new Date(ms).toISOString() };
  return lastInstant.text;
}
