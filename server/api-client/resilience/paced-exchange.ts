import { isAppError } from "#lib/contract/errors.ts";
import type { ApiRequest, Exchange } from "#server/api-client/transport/exchange.ts";
import type { Pauses } from "./pauses.ts";

/** What `Retry-After` of a 503 is about. */
export function scopeOf({ method, path }: Pick<ApiRequest<unknown>, "method" | "path">): string {
  return `${method} ${path}`;
}

const noSignal = new AbortController().signal;

/** The exchange through which everything goes, `POST /auth` included: nothing leaves during a pause. */
export function createPacedExchange(options: { exchange: Exchange; pauses: Pauses; longestWaitMs: number }): Exchange {
  const { exchange, pauses, longestWaitMs } = options;
  return async function pacedExchange(request, attempt) {
    const scope = scopeOf(request);
    await pauses.over(scope, longestWaitMs, attempt.signal ?? noSignal);
    try {
      return await exchange(request, attempt);
    } catch (error) {
      if (isAppError(error)) pauses.heed(scope, error);
      throw error;
    }
  };
}
