import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { storeError } from "#server/bff/store/store-error.ts";

/** The Postgres table of the throttle, made by the store's migrations. */
export const throttleTable = "signInAttempts";

interface LimiterResult {
  msBeforeNext: number;
  consumedPoints: number;
}

function isLimiterResult(value: unknown): value is LimiterResult {
  return typeof value === "object" && value !== null && "msBeforeNext" in value && !(value instanceof Error);
}

/** One of the counts: how many failures in which time close what. */
export interface Count {
  points: number;
  seconds: number;
  keyPrefix: string;
  closed: string;
}

/** What one thing is counted by. */
export interface Counted {
  check(): Promise<void>;
  add(): Promise<void>;
  takeBack(): Promise<void>;
}

/**
 * Counts an attempt as failed by each of these, before its outcome is known; success takes it back. Refused by one of
 * them, it was no attempt at the others.
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

/** A count of failures; throws `too_many_attempts` where it is full. */
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
  /** A refusal of the limiter's, or its store's failure, as an AppError. */
  const failed = (reason: unknown): never => {
    if (isLimiterResult(reason)) throw refusal(reason);
    throw storeError(reason);
  };

  return {
    of(value: string): Counted {
      /** Keys of one length, and no e-mail or network address in the table. */
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
