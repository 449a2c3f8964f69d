import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;

/**
 * Returns a function that answers a request above the limit with 429. The response says when the next request will be
 * accepted.
 */
function refuse(limit: number, msBeforeNext: number) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `More than ${limit} requests a minute came with this key. Try again in ${seconds} seconds.`;
  return (c: Context) => c.json({ message }, 429, { "Retry-After": String(seconds) });
}

export interface RateLimit {
  /** Counts one request of `owner`. Returns a function that answers with 429 if the request exceeds the limit. */
  count(owner: string): Promise<ReturnType<typeof refuse> | undefined>;
}

/**
 * Allows each owner at most `requestsPerMinute` requests per minute (0: no limit). The minute of an owner begins with
 * the first request. Each process counts only its own requests. With a shared count, every request would have to wait
 * for the same row of the database, even a read.
 */
export function createRateLimit(requestsPerMinute: number): RateLimit {
  if (requestsPerMinute === 0) return { count: async () => undefined };
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds });
  return {
    async count(owner) {
      try {
        await limiter.consume(owner);
        return undefined;
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        return refuse(requestsPerMinute, (refusal as RateLimiterRes).msBeforeNext);
      }
    },
  };
}

/** Refuses requests of `owner` above the limit. The token of the owner was already verified by an earlier check. */
export function limitRate(limit: RateLimit, owner: string): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    const refusal = await limit.count(owner);
    if (refusal) return refusal(c);
    return next();
  });
}
