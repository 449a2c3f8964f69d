import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";

/**
 * The limit of changing requests and exports of one person in a minute: far more than anybody clicks. The rows of a
 * bulk change do not count, only the request that starts it.
 */
export const maxWritesAMinute = 120;

/** Requests of one API client in a minute, reading included. */
export const maxClientRequestsAMinute = 300;

/** Rounds of single sign-on that one network may begin, and end, in a minute: a whole company may share an address. */
export const maxSsoStartsAMinute = 120;

const windowSeconds = 60;

/** The Postgres table of the limit, made by the store's migrations. */
export const writeLimitTable = "writeLimits";

/** Counts what each person changes and what each API client asks, on all replicas together where the store is Postgres. */
export interface WriteLimit {
  /** Counts one change or export. Throws `too_many_writes` above the limit. */
  count(staffID: string): Promise<void>;
  /** The same for successful sign-ins, which have a limit of their own: each stores a session. */
  countSignIn(staffID: string): Promise<void>;
  /** Counts any request of an API client. Throws `too_many_requests`. */
  countClient(clientID: string): Promise<void>;
  /** Counts the start of a round of single sign-on from a network. Throws `too_many_requests`. */
  countSsoStart(network: string): Promise<void>;
  /** The same for answers that are taken to the provider: one round can be sent again and again. */
  countSsoAnswer(network: string): Promise<void>;
}

export function createWriteLimit(pool: Pool | undefined, clock: Clock): WriteLimit {
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
    count: (staffID) =>
      consume(
        writes,
        staffID,
        `One person can make ${maxWritesAMinute} changes and exports a minute. Nothing was done.`,
      ),
    countSignIn: (staffID) =>
      consume(writes, `sign-in ${staffID}`, `One person can sign in ${maxWritesAMinute} times a minute.`),
    countClient: (clientID) =>
      consume(
        ...([clients, clientID] as const),
        `One API client can send ${maxClientRequestsAMinute} requests a minute. Nothing was done.`,
        "too_many_requests",
      ),
    countSsoStart: (network) =>
      consume(ssoStarts, network, "Too many sign-ins have begun at your address.", "too_many_requests"),
    countSsoAnswer: (network) =>
      consume(ssoStarts, `answer ${network}`, "Too many sign-ins from your address.", "too_many_requests"),
  };
}

function isRefusal(reason: unknown): reason is { msBeforeNext: number } {
  return typeof reason === "object" && reason !== null && "msBeforeNext" in reason && !(reason instanceof Error);
}
