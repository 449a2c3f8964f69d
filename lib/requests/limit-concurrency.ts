/** Returns a function that runs tasks, at most `max` of them at a time. All further tasks wait in a queue. */
export function limitConcurrency(max: number): <Answer>(task: () => Promise<Answer>) => Promise<Answer> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The next task starts in place of the finished task, so the number of running tasks stays the same.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
