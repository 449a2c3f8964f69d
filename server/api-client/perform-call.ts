import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, isAppError } from "#lib/contract/errors.ts";
import { boundSignal } from "./bound-signal.ts";
import type { Clock } from "./clock.ts";
import type { ApiRequest, Exchange } from "./exchange.ts";
import type { CallLimits } from "./limits.ts";
import type { ManagedToken } from "./managed-token.ts";
import { upstreamErrors } from "./upstream-errors.ts";

/** On whose behalf the API is called. */
export interface CallContext {
  /** Sent on as `X-Request-ID`. */
  requestID: string;
  /** Ends the call, and the request to the API with it. */
  signal?: AbortSignal;
}

/** Performs one call to its end: the token, its attempts, within the time of the whole call. */
export type PerformCall = <Result>(request: ApiRequest<Result>, call: CallContext) => Promise<Result>;

/**
 * Makes the function behind every operation of the client. A 401 brings one new token and one
 * repeat, then `upstream_credentials` (specification, section 5, rule 4). When time is up it throws
 * `upstream_timeout`, when the caller aborts the caller's own reason; otherwise what
 * {@link Exchange} throws.
 */
export function createPerformCall(options: {
  environment: Environment;
  exchange: Exchange;
  token: ManagedToken;
  clock: Clock;
  limits: CallLimits;
}): PerformCall {
  const { environment, exchange, token, clock, limits } = options;

  return async function performCall(request, { requestID, signal: parent }) {
    const timeUp = () => upstreamErrors.timeout(environment, limits.callTimeoutMs);
    const bound = boundSignal({ clock, timeoutMs: limits.callTimeoutMs, parent, timeUp });
    const caller = { requestID, signal: bound.signal };
    try {
      caller.signal.throwIfAborted();
      const first = await token.current(caller);
      try {
        return await exchange(request, { ...caller, attempt: 1, token: first });
      } catch (error) {
        if (!isRefusedToken(error)) throw error;
      }
      const second = await token.replace(first, caller);
      try {
        return await exchange(request, { ...caller, attempt: 2, token: second });
      } catch (error) {
        if (!isRefusedToken(error)) throw error;
        throw upstreamErrors.credentials(environment, "a fresh token as well", 401, error.errors);
      }
    } finally {
      bound.end();
    }
  };
}

function isRefusedToken(error: unknown): error is AppError {
  return isAppError(error) && error.code === "upstream_credentials";
}
