import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";

/**
 * The maximum number of changes and exports of one person in a minute. Nobody clicks that often. A bulk change counts
 * as one change, whatever its number of rows.
 */
export const maxWritesAMinute = 120;

/** The maximum number of requests of one API client in a minute. Reads count too. */
export const maxClientRequestsAMinute = 300;

/**
 * The maximum number of single sign-on attempts that may start from one network in a minute. The same limit applies to
 * the callbacks from the provider. The limit is high, because a whole company may share one address.
 */
export const maxSsoStartsAMinute = 120;

const windowSeconds = 60;

/** The PostgreSQL table of the limit. The store's migrations create it. */
export const writeLimitTable = "writeLimits";

/**
 * Counts the changes of each person and the requests of each API client. On PostgreSQL, all replicas share the counts.
 */
export type WriteLimit = ReturnType<typeof createWriteLimit>;

export function createWriteLimit(pool: Pool | undefined, clock: Clock) {
  const postgres = { storeType: "pool", tableName: writeLimitTable, tableCreated: true };
  const limiterOf = (keyPrefix: string, points: number): RateLimiterAbstract => {
    const limits = { points, duration: windowSeconds, keyPrefix };
    return pool
      ? new RateLimiterPostgres({ ...limits, ...postgres, storeClient: pool })
      : new RateLimiterMemory(limits);
  };
  const writes = limiterOf("writes", maxWritesAMinute);
  const clients = limiterOf("clients", maxClientRequestsAMinute);
  const ssoStarts = limiterOf("sso", maxSsoStartsAMinute);
  async function consume(
    limiter: RateLimiterAbstract,
    key: string,
    rule: string,
    code: "too_many_writes" | "too_many_requests" = "too_many_writes",
  ): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (reason) {
      if (!isRefusal(reason)) {
        throw new AppError("store_unavailable", "Switchboard's database does not respond. Try again in a moment.", {
          cause: reason,
        });
      }
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
      throw new AppError(code, `${rule} Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`, {
        retryAt: new Date(clock.now() + seconds * 1000).toISOString(),
      });
    }
  }
  return {
    /** Counts one change or export. Throws `too_many_writes` above the limit. */
    count: (staffID: string): Promise<void> =>
      consume(
        writes,
        staffID,
        `One person can make ${maxWritesAMinute} changes and exports a minute. Nothing was done.`,
      ),
    /**
     * Counts a sign-in after the password, the passkey or the provider was accepted. Sign-ins are limited because each
     * one stores a session. They are counted separately from changes.
     */
    countSignIn: (staffID: string): Promise<void> =>
      consume(writes, `sign-in ${staffID}`, `One person can sign in ${maxWritesAMinute} times a minute.`),
    /** Counts one request of an API client. Throws `too_many_requests` above the limit. */
    countClient: (clientID: string): Promise<void> =>
      consume(
        ...([clients, clientID] as const),
        `One API client can send ${maxClientRequestsAMinute} requests a minute. Nothing was done.`,
        "too_many_requests",
      ),
    /** Counts the start of single sign-on from a network. Throws `too_many_requests` above the limit. */
    countSsoStart: (network: string): Promise<void> =>
      consume(ssoStarts, network, "Too many sign-ins have begun at your address.", "too_many_requests"),
    /**
     * Counts a single sign-on callback from a network, because a browser can send the same callback any number of
     * times.
     */
    countSsoAnswer: (network: string): Promise<void> =>
      consume(ssoStarts, `answer ${network}`, "Too many sign-ins from your address.", "too_many_requests"),
  };
}

function isRefusal(reason: unknown): reason is { msBeforeNext: number } {
  return typeof reason === "object" && reason !== null && "msBeforeNext" in reason && !(reason instanceof Error);
}
