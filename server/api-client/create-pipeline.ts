import { type Environment, environmentPrefix } from "#lib/contract/environment.ts";
import { type BreakerState, createBreaker } from "#server/api-client/resilience/breaker.ts";
import { createCallQueue } from "#server/api-client/resilience/call-queue.ts";
import { type CallFigures, createFigureKeeper } from "#server/api-client/resilience/client-figures.ts";
import { createLastGood } from "#server/api-client/resilience/last-good.ts";
import { createMergedCalls } from "#server/api-client/resilience/merged-calls.ts";
import { createPacedExchange } from "#server/api-client/resilience/paced-exchange.ts";
import { createPauses } from "#server/api-client/resilience/pauses.ts";
import { createRepeatAttempts } from "#server/api-client/resilience/repeat-attempts.ts";
import { createRetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { createManagedToken, type TokenStatus } from "#server/api-client/token/managed-token.ts";
import { type Credentials, createMintToken } from "#server/api-client/token/mint-token.ts";
import { type CallRecord, createExchange, type Exchanged } from "#server/api-client/transport/exchange.ts";
import { createSeenSecrets } from "#server/api-client/transport/seen-secrets.ts";
import { createSendAttempt, pausedError } from "#server/api-client/transport/send-attempt.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import { createWithinTime } from "#server/api-client/transport/within-time.ts";
import type { Clock } from "./clock.ts";
import type { CallLimits } from "./limits.ts";
import { createPerformCall, type PerformCall } from "./perform-call.ts";
import { createPerformWrite, type PerformWrite } from "./perform-write.ts";

/** How the client of one environment fares. It holds no secret. Instants are ISO 8601 in UTC. */
export interface ClientStatus extends CallFigures {
  environment: Environment;
  breaker: { state: BreakerState; retryAt?: string };
  /** Until when the API wants to be left alone (429). */
  pausedUntil?: string;
  token: TokenStatus;
  /** Requests under way and waiting for their turn. */
  queue: { running: number; waiting: number };
  /** Repeats that could be made now. */
  retryBudget: number;
  lastGood: { entries: number; characters: number };
}

export interface PipelineOptions {
  environment: Environment;
  baseUrl: string;
  credentials: () => Credentials;
  fetch: FetchLike;
  clock: Clock;
  random: () => number;
  limits: CallLimits;
  onCall: ((call: CallRecord) => void) | undefined;
}

/** Everything between an operation of the client and the network. */
export interface Pipeline {
  performCall: PerformCall;
  performWrite: PerformWrite;
  status(): ClientStatus;
  /** Ends the minting of a token that is under way. */
  close(): void;
}

function addressOf(baseUrl: string, environment: Environment): string {
  const url = new URL(baseUrl);
  const isUsable = /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "";
  if (!isUsable) throw new TypeError("The API's base address must be http or https, without query, hash and user.");
  return url.origin + url.pathname.replace(/\/+$/, "") + environmentPrefix[environment];
}

/**
 * Puts one environment's pipeline together. Everything in it is made here, so that two environments
 * cannot share a token, an answer, a pause or a place in a queue (see docs/decisions/0008-calls.md).
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { environment, fetch, clock, random, limits, onCall } = options;
  const { longestWaitMs } = limits;
  const { credentials, secrets } = createSeenSecrets(options.credentials);
  const figures = createFigureKeeper();
  const budget = createRetryBudget();
  const pauses = createPauses(clock);
  const lastGood = createLastGood();
  const merged = createMergedCalls<Exchanged<unknown>>();
  const queue = createCallQueue({
    running: limits.runningCalls,
    waiting: limits.waitingCalls,
    busy: () => upstreamErrors.busy(environment),
  });
  const breaker = createBreaker({
    clock,
    onOpen: () => queue.refuseWaiting(pausedError(environment, breaker, clock)),
  });
  const plainExchange = createExchange({
    environment,
    address: addressOf(options.baseUrl, environment),
    secrets,
    fetch,
    clock,
    limits,
    onCall: (record) => {
      figures.requested(record, clock.now());
      onCall?.(record);
    },
  });
  const exchange = createPacedExchange({ exchange: plainExchange, pauses, longestWaitMs });
  const token = createManagedToken({
    mint: createMintToken({ environment, credentials, exchange, clock }),
    clock,
    random,
  });
  const sendAttempt = createSendAttempt({
    environment,
    exchange,
    token,
    queue,
    breaker,
    pauses,
    clock,
    longestWaitMs,
  });
  const repeatAttempts = createRepeatAttempts({
    clock,
    random,
    budget,
    longestWaitMs,
    onRepeat: () => figures.count("repeats"),
  });
  const withinTime = createWithinTime({ environment, clock, callTimeoutMs: limits.callTimeoutMs });
  const shared = { environment, sendAttempt, repeatAttempts, withinTime, budget, figures };
  const fromNow = (ms: number) => new Date(clock.now() + ms).toISOString();

  return {
    performCall: createPerformCall({ ...shared, merged, lastGood, breaker, clock }),
    performWrite: createPerformWrite({ ...shared, onSettled: merged.separate }),
    status: () => {
      const [closedForMs, pausedForMs] = [breaker.closedForMs(), pauses.remainingMs()];
      return {
        environment,
        breaker: { state: breaker.state(), ...(closedForMs > 0 ? { retryAt: fromNow(closedForMs) } : {}) },
        ...(pausedForMs > 0 ? { pausedUntil: fromNow(pausedForMs) } : {}),
        token: token.status(),
        queue: queue.status(),
        retryBudget: budget.balance(),
        lastGood: lastGood.size(),
        ...figures.figures(),
      };
    },
    close: token.close,
  };
}
