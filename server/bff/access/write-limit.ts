import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";

/**
 * Requests of one person in a minute that change something: far more than anybody clicks. The rows of a bulk
 * change are none, only the request that starts it.
 */
export const maxWritesAMinute = 120;

const windowSeconds = 60;

/** The Postgres table of the limit, made by the store's migrations. */
export const writeLimitTable = "writeLimits";

/** Counts what each person changes, on all replicas together where the store is Postgres. */
export interface WriteLimit {
  /** Counts one. Throws `too_many_writes` where the person has used up the minute. */
  count(staffID: string): Promise<void>;
  /** The same for successful sign-ins, which have a minute of their own: each makes a session that is kept. */
  countSignIn(staffID: string): Promise<void>;
}

export function createWriteLimit(pool: Pool | undefined, clock: Clock): WriteLimit {
  const limits = { points: maxWritesAMinute, duration: windowSeconds, keyPrefix: "writes" };
  const postgres = { storeType: "pool", tableName: writeLimitTable, tableCreated: true };
  const limiter: RateLimiterAbstract = pool
    ? new RateLimiterPostgres({ ...limits, ...postgres, storeClient: pool })
    : new RateLimiterMemory(limits);
  async function consume(key: string, rule: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (reason) {
      if (!isRefusal(reason)) {
        throw new AppError("store_unavailable", "Switchboard's database does not respond. Try again in a moment.", {
          cause: reason,
        });
      }
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
      throw new AppError(
        "too_many_writes",
        `${rule} Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
        { retryAt: new Date(clock.now() + seconds * 1000).toISOString() },
      );
    }
  }
  return {
    count: (staffID) => consume(staffID, `One person can send ${maxWritesAMinute} changes a minute. Nothing was sent.`),
    countSignIn: (staffID) =>
      consume(`sign-in ${staffID}`, `One person can sign in ${maxWritesAMinute} times a minute.`),
  };
}

function isRefusal(reason: unknown): reason is { msBeforeNext: number } {
  return typeof reason === "object" && reason !== null && "msBeforeNext" in reason && !(reason instanceof Error);
}
