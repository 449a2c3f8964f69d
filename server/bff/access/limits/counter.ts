import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { storeError } from "#server/bff/store/store-error.ts";

/** The PostgreSQL table of the sign-in limits. The store's migrations create it. */
export const throttleTable = "signInAttempts";

interface LimiterResult {
  msBeforeNext: number;
  consumedPoints: number;
}

function isLimiterResult(value: unknown): value is LimiterResult {
  return typeof value === "object" && value !== null && "msBeforeNext" in value && !(value instanceof Error);
}

/** A limit: at most `points` failures in `seconds` seconds. `closed` is the message when the limit is reached. */
export interface Count {
  points: number;
  seconds: number;
  keyPrefix: string;
  closed: string;
}

/** The counter of one key. */
export interface Counted {
  check(): Promise<void>;
  add(): Promise<void>;
  takeBack(): Promise<void>;
}

/**
 * Counts an attempt as failed on all counters before its result is known. `succeeded` removes the attempt from the
 * counts again. If one counter refuses the attempt, the attempt is also removed from the counters before it.
 */
export async function beginAll(counters: readonly Counted[]): Promise<{ succeeded(): Promise<void> }> {
  const counted: Counted[] = [];
  const takeBack = async () => {
    for (const counter of counted) await counter.takeBack();
  };
  for (const counter of counters) {
    try {
      await counter.add();
    } catch (error) {
      await takeBack();
      throw error;
    }
    counted.push(counter);
  }
  return { succeeded: takeBack };
}

/** Creates a counter of failures. It throws `too_many_attempts` when the limit is reached. */
export function createCounter(
  { points, seconds: duration, keyPrefix, closed }: Count,
  pool: Pool | undefined,
  clock: Clock,
) {
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
  /** Converts a refusal of the limiter, or a failure of the limiter's store, to an AppError. */
  const failed = (reason: unknown): never => {
    if (isLimiterResult(reason)) throw refusal(reason);
    throw storeError(reason);
  };

  return {
    of(value: string): Counted {
      /**
       * The key is hashed, so that all keys have the same length and the table contains no e-mail or network addresses.
       */
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

/** The waiting time as text. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
