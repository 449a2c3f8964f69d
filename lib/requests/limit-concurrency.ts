/** Makes a function that runs tasks, no more than `most` at once; the others wait in their order. */
export function limitConcurrency(max: number): <Answer>(task: () => Promise<Answer>) => Promise<Answer> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The next one takes this one's place: the number of those that run stays.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
