import type { Clock } from "#server/api-client/clock.ts";

/** How long an answer serves everybody who asks the same; milliseconds. */
const rememberedMs = 5_000;

export interface TtlCache {
  /**
   * The answer of `read` for `key` from the last seconds, or the one in progress; otherwise it
   * is asked now. A failure is told to all who wait for it, and forgotten.
   */
  recall<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
}

interface Remembered {
  value: Promise<unknown>;
  /** By the monotonic clock; infinite while it is read. */
  untilMs: number;
}

/** A memory of seconds, so that a hundred people who look at one page cost as many calls as one. */
export function createTtlCache(clock: Pick<Clock, "monotonic">): TtlCache {
  const remembered = new Map<string, Remembered>();

  function forgetOld(): void {
    const now = clock.monotonic();
    for (const [key, { untilMs }] of remembered) if (untilMs <= now) remembered.delete(key);
  }

  return {
    recall<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      forgetOld();
      const known = remembered.get(key);
      if (known) return known.value as Promise<Value>;
      const value = read();
      const entry: Remembered = { value, untilMs: Number.POSITIVE_INFINITY };
      remembered.set(key, entry);
      value.then(
        () => {
          entry.untilMs = clock.monotonic() + rememberedMs;
        },
        () => remembered.delete(key),
      );
      return value;
    },
  };
}
