import { type AppError, isAppError } from "#lib/contract/errors.ts";
import { type Clock, sleepUntil } from "#server/api-client/clock.ts";
import type { CallProgress } from "#server/api-client/transport/send-attempt.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { askedWaitMs, backoffMs } from "./retry-policy.ts";

export interface RepeatRules {
  progress: CallProgress;
  /** How often the call may be sent in all when this error came of it. */
  attemptsFor(error: AppError): number;
  /** Called before each repeat. */
  before?: (() => Promise<void>) | undefined;
}

export type RepeatAttempts = <Answer>(attempt: () => Promise<Answer>, rules: RepeatRules) => Promise<Answer>;

/**
 * Makes the function that repeats what may be repeated: after the wait that the API asks for, never
 * earlier, or after a backoff with jitter; not where the wait is longer than `longestWaitMs`, does
 * not fit into the call's time or the budget is spent. It throws the last error then.
 */
export function createRepeatAttempts(options: {
  clock: Clock;
  random: () => number;
  budget: RetryBudget;
  longestWaitMs: number;
  onRepeat: () => void;
}): RepeatAttempts {
  const { clock, random, budget, longestWaitMs, onRepeat } = options;

  /** Undefined where waiting is no use. */
  function waitMs(error: AppError, made: number, deadlineMs: number): number | undefined {
    const askedMs = askedWaitMs(error, clock.now());
    const ms = askedMs > 0 ? askedMs : backoffMs(made, random());
    return askedMs > longestWaitMs || clock.monotonic() + ms >= deadlineMs ? undefined : ms;
  }

  return async function repeatAttempts(attempt, { progress, attemptsFor, before }) {
    for (let made = 1; ; made += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (progress.signal.aborted || !isAppError(error) || made >= attemptsFor(error)) throw error;
        const ms = waitMs(error, made, progress.deadlineMs);
        if (ms === undefined || !budget.withdraw()) throw error;
        onRepeat();
        await sleepUntil(clock, clock.monotonic() + ms, progress.signal);
      }
      await before?.();
    }
  };
}
