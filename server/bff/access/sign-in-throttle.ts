import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/errors.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { addressKey } from "./address-key.ts";

/** Failures of one account in a minute after which every attempt is refused (trust.md, promise 21). */
export const failuresAMinute = 5;

/**
 * Failures from one address in a minute, whatever the accounts: no bound for an office behind one
 * address, but one for trying a password on hundreds of accounts. It is the address of the connection;
 * no forwarded one is trusted.
 */
export const failuresAMinuteFromAddress = 50;

const windowSeconds = 60;

/** The Postgres table of the throttle, made by the store's migrations. */
export const throttleTable = "signInAttempts";

/**
 * Counts failed sign-ins by account first and by address second, for all replicas together where the
 * store is Postgres.
 */
export interface SignInThrottle {
  /** Throws `too_many_attempts` when the account or the address is closed for now; counts nothing. */
  check(email: string, address: string | undefined): Promise<void>;
  /**
   * Counts an attempt as failed before its outcome is known, so that many at once are not all let
   * through, and throws like `check`. Success takes it back.
   */
  begin(email: string, address: string | undefined): Promise<{ succeeded(): Promise<void> }>;
}

interface LimiterResult {
  msBeforeNext: number;
  consumedPoints: number;
}

function isLimiterResult(value: unknown): value is LimiterResult {
  return typeof value === "object" && value !== null && "msBeforeNext" in value && !(value instanceof Error);
}

/** One of the two counts: how many failures close what. */
interface Count {
  points: number;
  keyPrefix: string;
  closed: string;
}

const byAccount: Count = {
  points: failuresAMinute,
  keyPrefix: "account",
  closed: "Too many failed attempts for this account.",
};

const byAddress: Count = {
  points: failuresAMinuteFromAddress,
  keyPrefix: "address",
  closed: "Too many failed attempts from your network.",
};

export function createSignInThrottle(pool: Pool | undefined, clock: Clock): SignInThrottle {
  const counters = [byAccount, byAddress].map((count) => createCounter(count, pool, clock));
  /** What an attempt is counted by, in order. */
  const countersOf = (email: string, address: string | undefined) => {
    const keys = [email, ...(address === undefined ? [] : [addressKey(address)])];
    return counters.slice(0, keys.length).map((counter, index) => counter.of(keys[index] as string));
  };
  return {
    async check(email, address) {
      for (const counter of countersOf(email, address)) await counter.check();
    },
    async begin(email, address) {
      const counted: { takeBack(): Promise<void> }[] = [];
      const takeBack = async () => {
        for (const counter of counted) await counter.takeBack();
      };
      for (const counter of countersOf(email, address)) {
        try {
          await counter.add();
        } catch (error) {
          // Refused for its address, it was no attempt at the account.
          await takeBack();
          throw error;
        }
        counted.push(counter);
      }
      return { succeeded: takeBack };
    },
  };
}

function createCounter({ points, keyPrefix, closed }: Count, pool: Pool | undefined, clock: Clock) {
  const limits = { points, duration: windowSeconds, keyPrefix };
  const limiter: RateLimiterAbstract = pool
    ? new RateLimiterPostgres({
        ...limits,
        storeClient: pool,
        storeType: "pool",
        tableName: throttleTable,
        tableCreated: true,
      })
    : new RateLimiterMemory(limits);

  const refusal = ({ msBeforeNext }: LimiterResult) => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return new AppError(
      "too_many_attempts",
      `${closed} Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
      { retryAt: new Date(clock.now() + seconds * 1000).toISOString() },
    );
  };
  /** A refusal of the limiter's, or its store's failure, as an AppError. */
  const failed = (reason: unknown): never => {
    if (isLimiterResult(reason)) throw refusal(reason);
    throw new AppError("store_unavailable", "The console's own store does not answer. Try again in a moment.", {
      cause: reason,
    });
  };

  return {
    of(value: string) {
      /** Keys of one length, and nobody's address in the table. */
      const key = createHash("sha256").update(value).digest("base64url");
      return {
        async check() {
          const result = await limiter.get(key).catch(failed);
          if (result && result.consumedPoints >= points) throw refusal(result);
        },
        async add() {
          await limiter.consume(key).catch(failed);
        },
        async takeBack() {
          await limiter.reward(key).catch(failed);
        },
      };
    },
  };
}
