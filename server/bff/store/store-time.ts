/**
 * For how long one request may wait for the store altogether, in milliseconds: as long as a single statement may take
 * (server/database/postgres-limits.ts), however many statements it makes one after another.
 */
export const maxStoreMs = 10_000;

/** The time that one request has waited for the store. What it reads at the same time counts once. */
export interface StoreTime {
  /**
   * Calls the store, and gives up when the request's time is used up. The call itself goes on to its own end, as where
   * a connection breaks.
   *
   * @throws Error when the time is used up.
   */
  within<Value>(call: () => Promise<Value>): Promise<Value>;
  /** From now on nothing is given up: what has begun to change something, or to be sent, is finished. */
  lift(): void;
}

const usedUp = () => new Error("The request has waited for the database for as long as one may");

export function createStoreTime(limitMs = maxStoreMs): StoreTime {
  let over: PromiseWithResolvers<never> | undefined;
  let usedMs = 0;
  let running = 0;
  let startedAt = 0;
  let isLifted = false;
  let timer: NodeJS.Timeout | undefined;

  /** Rejects when the time is used up; made at its first use, because on SQLite nothing is bounded. */
  function timeUp(): Promise<never> {
    if (over === undefined) {
      over = Promise.withResolvers();
      // It may reject while no call waits for it.
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
    async within(call) {
      if (isLifted) return call();
      if (usedMs >= limitMs) throw usedUp();
      begin();
      try {
        return await Promise.race([call(), timeUp()]);
      } finally {
        end();
      }
    },
    lift() {
      isLifted = true;
      clearTimeout(timer);
    },
  };
}
