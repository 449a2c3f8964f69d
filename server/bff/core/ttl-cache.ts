import type { Clock } from "#server/api-client/clock.ts";

/** How long an answer is reused, in milliseconds. */
const rememberedMs = 5_000;

interface Remembered {
  value: Promise<unknown>;
  /**
   * Until when the answer is reused, in milliseconds of the monotonic clock. Infinite while the read is in progress.
   */
  untilMs: number;
}

export type TtlCache = ReturnType<typeof createTtlCache>;

/** Caches answers for a few seconds. A hundred people on one page then cause as many calls as one person. */
export function createTtlCache(clock: Pick<Clock, "monotonic">) {
  const entries = new Map<string, Remembered>();

  function forgetOld(): void {
    const now = clock.monotonic();
    for (const [key, { untilMs }] of entries) if (untilMs <= now) entries.delete(key);
  }

  return {
    /**
     * Returns the cached answer for `key`. If a read for `key` is in progress, waits for its answer. Otherwise calls
     * `read`. If `read` fails, all waiting callers get its error. An error is not cached.
     */
    recall<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      forgetOld();
      const cachedEntry = entries.get(key);
      if (cachedEntry) return cachedEntry.value as Promise<Value>;
      const value = read();
      const entry: Remembered = { value, untilMs: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      value.then(
        () => {
          entry.untilMs = clock.monotonic() + rememberedMs;
        },
        () => entries.delete(key),
      );
      return value;
    },
  };
}
