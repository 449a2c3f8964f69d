import type { Environment } from "#lib/contract/environment.ts";
import { scopeOf } from "#server/api-client/paced-exchange.ts";
import { pausedError } from "#server/api-client/send-attempt.ts";
import type { ApiRequest } from "#server/api-client/transport/exchange.ts";
import type { Clock } from "../clock.ts";
import type { HeldBack } from "../perform-call.ts";
import type { Breaker } from "./breaker.ts";
import type { RateLimitGate } from "./rate-limit-gate.ts";
import type { ResourcePauses } from "./resource-pauses.ts";

/** A shorter pause is waited for even where an old answer is at hand: the new one is worth a second. */
const timeoutMs = 1_000;

/**
 * Makes the function that says whether a read would have to wait just now, and for what: the breaker, the
 * API's limit or the pause of its own resource. While the breaker is open, calls fail without waiting.
 */
export function createHeldBack(options: {
  environment: Environment;
  breaker: Breaker;
  gate: RateLimitGate;
  resources: ResourcePauses;
  clock: Clock;
}): (request: ApiRequest<unknown>) => HeldBack | undefined {
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
