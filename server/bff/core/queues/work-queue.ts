import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";

export interface WorkQueueOptions {
  running: number;
  waiting: number;
  /** How long a full queue takes to empty, in milliseconds. A refused request may be repeated after that time. */
  emptyMs: number;
  clock: Pick<Clock, "now">;
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;

/**
 * A queue for work that costs memory and processor time, such as hashing: `running` tasks at a time and `waiting` tasks
 * behind them. Further tasks are refused, so that a flood of sign-ins cannot exhaust the machine.
 * docs/decisions/0024-own-queues.md says why the console has its own queue.
 */
export function createWorkQueue({ running, waiting, emptyMs, clock }: WorkQueueOptions) {
  let active = 0;
  const turns: (() => void)[] = [];

  const leave = () => {
    const next = turns.shift();
    // Passes the place directly to the next task, so that no newcomer can take it first.
    if (next) next();
    else active -= 1;
  };

  const tooMany = () =>
    new AppError("too_many_attempts", "Too many people are signing in right now. Try again in a moment.", {
      retryAt: new Date(clock.now() + emptyMs).toISOString(),
    });

  return {
    /** Runs `work` when its turn comes. Throws `too_many_attempts` immediately if the queue is full. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (active < running) active += 1;
      else if (turns.length < waiting) await new Promise<void>((resolve) => turns.push(resolve));
      else throw tooMany();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    status: (): { running: number; waiting: number } => ({ running: active, waiting: turns.length }),
  };
}
