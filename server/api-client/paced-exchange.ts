import { isAppError } from "#lib/contract/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { RateLimitGate } from "#server/api-client/resilience/rate-limit-gate.ts";
import { maxPauseMs } from "#server/api-client/resilience/rate-limit-gate.ts";
import type { ResourcePauses, Scope } from "#server/api-client/resilience/resource-pauses.ts";
import { resourceFailures } from "#server/api-client/resilience/resource-pauses.ts";
import { retryAfterMs } from "#server/api-client/resilience/retry-policy.ts";
import type { ApiRequest, Exchange } from "#server/api-client/transport/exchange.ts";
import { withRetryAt } from "#server/api-client/transport/upstream-errors.ts";

/** What `Retry-After` of a 503 is about. */
export function scopeOf({ method, path }: Pick<ApiRequest<unknown>, "method" | "path">): Scope {
  return `${method} ${path}`;
}

/** Whether a request is about one resource, so that its failure says nothing about others. */
export const isOneResource = ({ template }: Pick<ApiRequest<unknown>, "template">) => template !== undefined;

const noSignal = new AbortController().signal;

/**
 * The exchange through which everything goes, `POST /auth` included: nothing leaves during a pause. An
 * error never asks to wait for longer than 15 minutes: nobody's word counts for more.
 */
export function createPacedExchange(options: {
  exchange: Exchange;
  gate: RateLimitGate;
  resources: ResourcePauses;
  clock: Clock;
  maxWaitMs: number;
}): Exchange {
  const { exchange, gate, resources, clock, maxWaitMs } = options;
  return async function pacedExchange(request, attempt) {
    const scope = scopeOf(request);
    const signal = attempt.signal ?? noSignal;
    await gate.wait(maxWaitMs, signal);
    await resources.wait(scope, maxWaitMs, signal);
    try {
      const exchanged = await exchange(request, attempt);
      resources.answered(scope);
      return exchanged;
    } catch (error) {
      if (!isAppError(error)) throw error;
      const askedMs = retryAfterMs(error, clock.now());
      const bounded = askedMs > maxPauseMs ? withRetryAt(error, clock.now() + maxPauseMs) : error;
      gate.record(bounded, askedMs);
      if (resourceFailures.has(error.code)) resources.failed(scope, bounded, isOneResource(request));
      else if (error.upstreamStatus !== undefined) resources.answered(scope);
      throw bounded;
    }
  };
}
