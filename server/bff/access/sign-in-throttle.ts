import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { storeError } from "#server/bff/store/store-error.ts";
import type { SignInPlace } from "./sign-in-place.ts";

/** Failures of one account from one network, or in one browser, in a minute. */
export const failuresAMinute = 5;

/** Failures of one account in an hour from all places that it does not know together. */
export const failuresAnHour = 100;

/**
 * Failures from one network in a minute, whatever the accounts: no bound for an office behind one
 * address, but one for trying a password on hundreds of accounts.
 */
export const failuresAMinuteFromNetwork = 50;

/** The Postgres table of the throttle, made by the store's migrations. */
export const throttleTable = "signInAttempts";

/**
 * Counts failed sign-ins, for all replicas together where the store is Postgres. Guesses from elsewhere
 * must not keep a person out: a browser that the account has signed in with is counted by itself, and a
 * network that it has signed in from is not closed by what the account suffers elsewhere
 * (docs/decisions/0023-sign-in-limits.md).
 */
export interface SignInThrottle {
  /** Throws `too_many_attempts` when the place is closed for now; counts nothing. */
  check(place: SignInPlace): Promise<void>;
  /**
   * Counts an attempt as failed before its outcome is known, so that many at once are not all let
   * through, and throws like `check`. Success takes it back.
   */
  begin(place: SignInPlace): Promise<{ succeeded(): Promise<void> }>;
}

interface LimiterResult {
  msBeforeNext: number;
  consumedPoints: number;
}

function isLimiterResult(value: unknown): value is LimiterResult {
  return typeof value === "object" && value !== null && "msBeforeNext" in value && !(value instanceof Error);
}

/** One of the counts: how many failures in which time close what. */
interface Count {
  points: number;
  seconds: number;
  keyPrefix: string;
  closed: string;
}

const here = "Too many failed attempts for this account.";

const byBrowser: Count = { points: failuresAMinute, seconds: 60, keyPrefix: "browser", closed: here };

const byAccountAndNetwork: Count = { points: failuresAMinute, seconds: 60, keyPrefix: "place", closed: here };

const byAccount: Count = {
  points: failuresAnHour,
  seconds: 3_600,
  keyPrefix: "account",
  closed:
    "Too many failed attempts for this account. You can still sign in from a browser or network where this account has signed in before.",
};

const byNetwork: Count = {
  points: failuresAMinuteFromNetwork,
  seconds: 60,
  keyPrefix: "address",
  closed: "Too many failed attempts from your network.",
};

export function createSignInThrottle(pool: Pool | undefined, clock: Clock): SignInThrottle {
  const browsers = createCounter(byBrowser, pool, clock);
  const places = createCounter(byAccountAndNetwork, pool, clock);
  const accounts = createCounter(byAccount, pool, clock);
  const networks = createCounter(byNetwork, pool, clock);
  /** What an attempt is counted by, in order. */
  const countersOf = ({ email, network, browserID, isKnownBrowser, isKnownNetwork }: SignInPlace) => {
    if (isKnownBrowser) return [browsers.of(`${email}\n${browserID}`)];
    const place = places.of(`${email}\n${network}`);
    return [place, ...(isKnownNetwork ? [] : [accounts.of(email)]), networks.of(network)];
  };
  return {
    async check(place) {
      for (const counter of countersOf(place)) await counter.check();
    },
    async begin(place) {
      const counted: { takeBack(): Promise<void> }[] = [];
      const takeBack = async () => {
        for (const counter of counted) await counter.takeBack();
      };
      for (const counter of countersOf(place)) {
        try {
          await counter.add();
        } catch (error) {
          // Refused for its network, it was no attempt at the account.
          await takeBack();
          throw error;
        }
        counted.push(counter);
      }
      return { succeeded: takeBack };
    },
  };
}

function createCounter({ points, seconds: duration, keyPrefix, closed }: Count, pool: Pool | undefined, clock: Clock) {
  const limits = { points, duration, keyPrefix };
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
    return new AppError("too_many_attempts", `${closed} Try again in ${inWords(seconds)}.`, {
      retryAt: new Date(clock.now() + seconds * 1000).toISOString(),
    });
  };
  /** A refusal of the limiter's, or its store's failure, as an AppError. */
  const failed = (reason: unknown): never => {
    if (isLimiterResult(reason)) throw refusal(reason);
    throw storeError(reason);
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

/** How long to wait, in words. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
