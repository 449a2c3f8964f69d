import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ConsoleStore } from "./open-store.ts";
import { storeError } from "./store-error.ts";

/**
 * How long a result is reused, in milliseconds. Even with many load balancers and open pages, the store is written only
 * once in this time.
 */
const freshMs = 2_000;

/**
 * How long a caller waits for the check, in milliseconds. If there is no result by then, the store counts as not
 * answering.
 */
const timeoutMs = 3_000;

/**
 * How long a check may take before it counts as stuck, in milliseconds. All store calls have a much shorter time limit.
 */
const stuckMs = 60_000;

interface Check {
  startedMs: number;
  endedMs?: number;
  result: Promise<AppError | null>;
}

/** Checks whether the store is writable. Calls within a short time share one check. */
export type StoreCheck = ReturnType<typeof createStoreCheck>;

export function createStoreCheck(store: Pick<ConsoleStore, "proveWritable">, clock: Clock) {
  let last: Check | undefined;

  function begin(): Check {
    const check: Check = {
      startedMs: clock.monotonic(),
      result: store.proveWritable().then(
        () => null,
        (error: AppError) => error,
      ),
    };
    void check.result.then(() => {
      check.endedMs = clock.monotonic();
    });
    return check;
  }

  return {
    /**
     * Null if the store is writable. Otherwise an error that says whether the store is not writable or did not answer
     * in time.
     */
    async check(): Promise<AppError | null> {
      const nowMs = clock.monotonic();
      if (!last || (last.endedMs !== undefined && nowMs - last.endedMs >= freshMs)) last = begin();
      const { startedMs, result } = last;
      const answered = new AbortController();
      const late = clock.sleep(Math.max(0, startedMs + timeoutMs - nowMs), answered.signal).then(
        () => storeError(undefined, "no_answer"),
        () => null,
      );
      try {
        return await Promise.race([result, late]);
      } finally {
        answered.abort();
      }
    },
    /** True if the last check has not ended within a minute. Only a restart of the process helps then. */
    isStuck: () => last !== undefined && last.endedMs === undefined && clock.monotonic() - last.startedMs > stuckMs,
  };
}
