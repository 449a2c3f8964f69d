import type { Availability } from "#lib/contract/console/availability.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentPrefix } from "#lib/contract/values/environments.ts";
import { type BreakerState, createBreaker } from "#server/api-client/resilience/breaker.ts";
import { createCallQueue } from "#server/api-client/resilience/call-queue.ts";
import { type CallMetrics, createClientMetrics } from "#server/api-client/resilience/client-metrics.ts";
import { createParsedAnswers } from "#server/api-client/resilience/parsed-answers.ts";
import { createRetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { createSingleFlight } from "#server/api-client/resilience/single-flight.ts";
import { createStaleCache } from "#server/api-client/resilience/stale-cache.ts";
import { createManagedToken, type TokenStatus } from "#server/api-client/token/managed-token.ts";
import { type Credentials, createMintToken } from "#server/api-client/token/mint-token.ts";
import { createSecretHistory } from "#server/api-client/token/secret-history.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { type CallRecord, createCallNumbers } from "#server/api-client/transport/call-record.ts";
import type { ApiRequest, Exchanged } from "#server/api-client/transport/exchange.ts";
import { createExchange } from "#server/api-client/transport/exchange.ts";
import { maskSecrets } from "#server/api-client/transport/mask-secrets.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { CallContext } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import type { CallLimits } from "./limits.ts";
import type { Freshness } from "./perform-call.ts";
import { createPerformCall } from "./perform-call.ts";
import { createPerformWrite } from "./perform-write.ts";
import { createPauseCheck, pausedError } from "./resilience/pause-check.ts";
import { createRateLimitGate } from "./resilience/rate-limit-gate.ts";
import { createResourcePauses } from "./resilience/resource-pauses.ts";
import { createGatedExchange, createSendRequest, type SendRules } from "./send-request.ts";
import { createCallTrails } from "./transport/call-trails.ts";

/** The state of the client of one environment. It has no secrets. Instants are ISO 8601 in UTC. */
export interface ClientStatus extends CallMetrics {
  environment: Environment;
  breaker: { state: BreakerState; retryAt?: string };
  /** The end of the pause that the API requested with a 429. */
  pausedUntil?: string;
  availability: Availability;
  /** When the next call may be sent. Present only if calls must wait. */
  retryAt?: string;
  token: TokenStatus;
  /** The paused resources, at most twenty. Each has its method, its path and the end of its pause. */
  pausedResources: { resource: string; until: string }[];
  /** The number of running requests, and the number of requests that wait in the queue. */
  queue: { running: number; waiting: number };
  /** How many retries are allowed at present. */
  retryBudget: number;
  staleCache: { entries: number; bytes: number };
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
  onAnswer: ((answer: ApiAnswer) => void) | undefined;
}

function addressOf(baseUrl: string, environment: Environment): string {
  const url = new URL(baseUrl);
  const isUsable = /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "";
  if (!isUsable) throw new TypeError("The API's base address must be http or https, without query, hash and user.");
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, "") + environmentPrefix[environment];
}

/** A probe is never retried. */
const probeRules: SendRules = { attemptsFor: () => 1, isProbe: true };

/**
 * Creates the layers between the client's operations and the network, for one environment. All parts of the layers are
 * created here. So two environments cannot share a token, an answer, a pause or a place in a queue
 * (docs/decisions/0008-calls.md).
 */
export function createPipeline(options: PipelineOptions) {
  const { environment, fetch, clock, random, limits, onCall, onAnswer } = options;
  const { maxWaitMs } = limits;
  const { credentials, secrets } = createSecretHistory(options.credentials);
  const address = addressOf(options.baseUrl, environment);
  const numbers = createCallNumbers();
  const figures = createClientMetrics();
  const budget = createRetryBudget();
  const gate = createRateLimitGate(clock);
  const resources = createResourcePauses(clock);
  const staleCache = createStaleCache();
  const merged = createSingleFlight<Exchanged<unknown>>();
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
    address,
    secrets,
    fetch,
    clock,
    limits,
    numbers,
    onCall: (record) => {
      figures.requested(record, clock.now());
      onCall?.(record);
    },
    onAnswer,
  });
  const exchange = createGatedExchange({ exchange: plainExchange, gate, resources, clock, maxWaitMs });
  const token = createManagedToken({
    mint: createMintToken({ environment, credentials, exchange, clock }),
    clock,
    random,
  });
  let isKeyRefused = false;
  const sendRequest = createSendRequest({
    environment,
    exchange,
    token,
    queue,
    breaker,
    gate,
    resources,
    budget,
    clock,
    random,
    limits,
    onRetry: () => figures.count("repeats"),
    onKeyChecked: (isAccepted) => {
      isKeyRefused = !isAccepted;
    },
  });
  const trails = createCallTrails({ environment, clock, numbers, onCall });
  const shared = { environment, sendRequest, budget, figures, trails };
  const pauseOf = createPauseCheck({ environment, breaker, gate, resources, clock });
  const fromNow = (ms: number) => new Date(clock.now() + ms).toISOString();

  function availabilityOf(): Availability {
    if (isKeyRefused) return "key_refused";
    if (gate.state() !== "open") return gate.state() === "paused" ? "paused" : "probing";
    const state = breaker.state();
    return state === "closed" ? "available" : state === "open" && breaker.isOpen() ? "down" : "probing";
  }

  return {
    address,
    performCall: createPerformCall({ ...shared, merged, staleCache, parsedAnswers: createParsedAnswers(), pauseOf }),
    performWrite: createPerformWrite({ ...shared, onSettled: merged.separate }),
    /**
     * Sends one read immediately, even during a pause, and does not retry it. A successful read ends every pause.
     * Throws the error of the read, or an error if another probe is running.
     */
    probe: async <Result extends object>(
      request: ApiRequest<Result>,
      call: CallContext,
    ): Promise<Result & Freshness> => {
      figures.count("reads");
      const { value, atMs } = await sendRequest(request, trails.begin(call), probeRules);
      resources.clear();
      return { ...value, asOf: new Date(atMs).toISOString() };
    },
    status: (): ClientStatus => {
      const [closedForMs, pausedForMs] = [breaker.closedForMs(), gate.remainingMs()];
      const availability = availabilityOf();
      const heldForMs = availability === "paused" ? pausedForMs : availability === "down" ? closedForMs : 0;
      return {
        environment,
        availability,
        ...(heldForMs > 0 ? { retryAt: fromNow(heldForMs) } : {}),
        breaker: { state: breaker.state(), ...(closedForMs > 0 ? { retryAt: fromNow(closedForMs) } : {}) },
        ...(pausedForMs > 0 ? { pausedUntil: fromNow(pausedForMs) } : {}),
        pausedResources: resources
          .list()
          .slice(0, 20)
          .map(({ scope, remainingMs }) => ({ resource: scope, until: fromNow(remainingMs) })),
        token: token.status(),
        queue: queue.status(),
        retryBudget: budget.balance(),
        staleCache: staleCache.size(),
        ...figures.figures(),
      };
    },
    /** Removes the keys and the tokens of this environment from a text. */
    withoutSecrets: (text: string) => maskSecrets(text, [...secrets(), ...token.secrets()]),
    /** Aborts the request for a token, if one is running. */
    close: token.close,
  };
}
