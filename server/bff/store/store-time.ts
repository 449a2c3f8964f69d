/**
 * The maximum total time that one request may wait for the store, in milliseconds. It is the time limit of a single
 * statement (server/database/postgres-limits.ts), but applies to all statements of the request together.
 */
export const maxStoreMs = 10_000;

const usedUp = () => new Error("The request has waited for the database for as long as one may");

/** The time that one request has waited for the store. The time of concurrent reads is counted once. */
export type StoreTime = ReturnType<typeof createStoreTime>;

export function createStoreTime(limitMs = maxStoreMs) {
  let over: PromiseWithResolvers<never> | undefined;
  let usedMs = 0;
  let running = 0;
  let startedAt = 0;
  let isLifted = false;
  let timer: NodeJS.Timeout | undefined;

  /** Rejects when the time is used up. Created on first use, because SQLite has no time limit. */
  function timeUp(): Promise<never> {
    if (over === undefined) {
      over = Promise.withResolvers();
      // If no call waits for this promise, its rejection must not end the process.
      over.promise.catch(() => {});
    }
    return over.promise;
  }

  function begin(): void {
    running += 1;
    if (running > 1) return;
    startedAt = performance.now();
    timer = setTimeout(() => {
      usedMs = limitMs;
      over?.reject(usedUp());
    }, limitMs - usedMs);
  }

  function end(): void {
    running -= 1;
    if (running > 0) return;
    clearTimeout(timer);
    usedMs += performance.now() - startedAt;
  }

  return {
    /**
     * Calls the store, and stops waiting when the request's time is used up. The call itself goes on, as it does when a
     * connection breaks. @throws Error when the time is used up.
     */
    async within<Value>(call: () => Promise<Value>): Promise<Value> {
      if (isLifted) return call();
      if (usedMs >= limitMs) throw usedUp();
      begin();
      try {
        return await Promise.race([call(), timeUp()]);
      } finally {
        end();
      }
    },
    /** Removes the time limit, so that a change or an answer that has begun is completed. */
    lift() {
      isLifted = true;
      clearTimeout(timer);
    },
  };
}
