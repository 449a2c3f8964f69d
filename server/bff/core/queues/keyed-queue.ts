export type KeyedQueue = ReturnType<typeof createKeyedQueue>;

/**
 * Runs only one task at a time for each key. For example, the second request of a double click waits for the first
 * request.
 */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Runs `work` after all earlier tasks with the same key have ended. */
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const previous = last.get(key) ?? Promise.resolve();
      const result = previous.then(work);
      const ended = result
        .catch(() => {})
        .then(() => {
          if (last.get(key) === ended) last.delete(key);
        });
      last.set(key, ended);
      return result;
    },
    /** Resolves when no task is running or waiting. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
