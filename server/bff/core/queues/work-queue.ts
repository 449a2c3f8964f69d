import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";

export interface WorkQueueOptions {
  running: number;
  waiting: number;
  /**
   * How long a full queue needs until it is empty, in milliseconds. After this time, a refused request may be sent
   * again.
   */
  emptyMs: number;
  clock: Pick<Clock, "now">;
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;

/**
 * A queue for work that needs much memory or processor time, for example hashing passwords. At most `running` tasks run
 * at the same time, and at most `waiting` tasks wait. All further tasks are refused, so that many sign-ins at once
 * cannot exhaust the machine. docs/decisions/0024-own-queues.md explains why the console has its own queue.
 */
export function createWorkQueue({ running, waiting, emptyMs, clock }: WorkQueueOptions) {
  let active = 0;
  const turns: (() => void)[] = [];

  const leave = () => {
    const next = turns.shift();
    // The longest-waiting task runs next, before any task that is added now.
    if (next) next();
    else active -= 1;
  };

  const tooMany = () =>
    new AppError("too_many_attempts", "Too many people are signing in right now. Try again in a moment.", {
      retryAt: new Date(clock.now() + emptyMs).toISOString(),
    });

  return {
    /** Runs `work` as soon as the queue allows it. Throws `too_many_attempts` immediately if the queue is full. */
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
