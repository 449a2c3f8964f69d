/**
 * The maximum total time that one request may wait for the store, in milliseconds. It is equal to the limit of a single
 * statement (server/database/postgres-limits.ts), but it applies to all statements of a request together.
 */
export const maxStoreMs = 10_000;

const usedUp = () => new Error("The request has waited for the database for as long as one may");

/** How long one request has waited for the store. If several reads run at the same time, that time is counted once. */
export type StoreTime = ReturnType<typeof createStoreTime>;

export function createStoreTime(limitMs = maxStoreMs) {
  let over: PromiseWithResolvers<never> | undefined;
  let usedMs = 0;
  let running = 0;
  let startedAt = 0;
  let isLifted = false;
  let timer: NodeJS.Timeout | undefined;

  /**
   * A promise that rejects when the time is used up. It is created on first use, because SQLite needs no time limit.
   */
  function timeUp(): Promise<never> {
    if (over === undefined) {
      over = Promise.withResolvers();
      // The rejection must not end the process if no call is waiting for this promise.
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
     * Calls the store. If the request's time is used up, stops waiting for the call. The call itself continues in the
     * background. @throws Error when the time is used up.
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
    /** Removes the time limit, so that a started change or response can be completed. */
    lift() {
      isLifted = true;
      clearTimeout(timer);
    },
  };
}
