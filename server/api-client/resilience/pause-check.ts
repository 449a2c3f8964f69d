import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApiRequest } from "#server/api-client/transport/exchange.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { Clock } from "../clock.ts";
import type { Breaker } from "./breaker.ts";
import type { RateLimitGate } from "./rate-limit-gate.ts";
import { type ResourcePauses, scopeOf } from "./resource-pauses.ts";

/** Why a request may not be sent now, and whether the caller may wait. */
export interface CallPause {
  error: AppError;
  mayWait: boolean;
}

/** The error of a call that is made while the breaker is open. */
export function pausedError(environment: Environment, breaker: Breaker, clock: Clock): AppError {
  return upstreamErrors.paused(environment, new Date(clock.now() + breaker.closedForMs()).toISOString());
}

/**
 * How long a read waits for the end of a pause if an old answer is cached, in milliseconds. A fresh answer is worth a
 * wait of one second.
 */
const timeoutMs = 1_000;

/**
 * Creates the function that returns why a read may not be sent now: an open breaker, the API's rate limit, or a pause
 * of the requested resource. While the breaker is open, calls fail without waiting.
 */
export function createPauseCheck(options: {
  environment: Environment;
  breaker: Breaker;
  gate: RateLimitGate;
  resources: ResourcePauses;
  clock: Clock;
}): (request: ApiRequest<unknown>) => CallPause | undefined {
  const { environment, breaker, gate, resources, clock } = options;
  return (request) => {
    if (breaker.isOpen()) return { error: pausedError(environment, breaker, clock), mayWait: false };
    const limit = gate.isClosed() && (gate.remainingMs() > timeoutMs || gate.state() === "probing") && gate.error();
    if (limit) return { error: limit, mayWait: true };
    const scope = scopeOf(request);
    const own = resources.remainingMs(scope) > timeoutMs ? resources.error(scope) : undefined;
    return own && { error: own, mayWait: true };
  };
}
