import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/errors.ts";
import type { Clock } from "#server/api-client/clock.ts";

/** Failures of one account in a minute after which every attempt is refused (trust.md, promise 21). */
export const failuresAMinute = 5;

const windowSeconds = 60;

/** The Postgres table of the throttle, made by the store's migrations. */
export const throttleTable = "signInAttempts";

/** Counts failed sign-ins by account, for all replicas together where the store is Postgres. */
export interface SignInThrottle {
  /** Throws `too_many_attempts` when the account is closed for now; counts nothing. */
  check(email: string): Promise<void>;
  /**
   * Counts an attempt as failed before its outcome is known, so that many at once are not all let
   * through, and throws like `check`. Success takes it back.
   */
  begin(email: string): Promise<{ succeeded(): Promise<void> }>;
}

interface LimiterResult {
  msBeforeNext: number;
  consumedPoints: number;
}

function isLimiterResult(value: unknown): value is LimiterResult {
  return typeof value === "object" && value !== null && "msBeforeNext" in value && !(value instanceof Error);
}

export function createSignInThrottle(pool: Pool | undefined, clock: Clock): SignInThrottle {
  const limits = { points: failuresAMinute, duration: windowSeconds, keyPrefix: "account" };
  const limiter: RateLimiterAbstract = pool
    ? new RateLimiterPostgres({
        ...limits,
        storeClient: pool,
        storeType: "pool",
        tableName: throttleTable,
        tableCreated: true,
      })
    : new RateLimiterMemory(limits);
  /** Keys of one length, and no addresses in the table. */
  const keyOf = (email: string) => createHash("sha256").update(email).digest("base64url");

  const closed = (result: LimiterResult) => {
    const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    return new AppError(
      "too_many_attempts",
      `Too many failed attempts for this account. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
      { retryAt: new Date(clock.now() + seconds * 1000).toISOString() },
    );
  };
  const unavailable = (cause: unknown) =>
    new AppError("store_unavailable", "The console's own store does not answer. Try again in a moment.", { cause });

  return {
    async check(email) {
      const result = await limiter.get(keyOf(email)).catch((error) => Promise.reject(unavailable(error)));
      if (result && result.consumedPoints >= failuresAMinute) throw closed(result);
    },
    async begin(email) {
      const key = keyOf(email);
      try {
        await limiter.consume(key);
      } catch (refusal) {
        throw isLimiterResult(refusal) ? closed(refusal) : unavailable(refusal);
      }
      return {
        async succeeded() {
          await limiter.reward(key);
        },
      };
    },
  };
}
