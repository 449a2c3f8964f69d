import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ConsoleStore } from "./open-store.ts";
import { storeError } from "./store-error.ts";

/** How long a result is reused: many load balancers and pages cost one write. All three in milliseconds. */
const freshMs = 2_000;

/** After this a caller gets the result that there is no answer. */
const timeoutMs = 3_000;

/** Every call of the store is bounded far below this: a check that takes longer will not end at all. */
const stuckMs = 60_000;

/** Whether the store can be written, asked no more than once in a while. */
export interface StoreCheck {
  /** Null where it can; the error that says why not where it cannot, or does not answer in time. */
  check(): Promise<AppError | null>;
  /** True where the last check has neither succeeded nor failed in a minute: only a restart helps. */
  isStuck(): boolean;
}

interface Check {
  startedMs: number;
  endedMs?: number;
  result: Promise<AppError | null>;
}

export function createStoreCheck(store: Pick<ConsoleStore, "proveWritable">, clock: Clock): StoreCheck {
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
    async check() {
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
    isStuck: () => last !== undefined && last.endedMs === undefined && clock.monotonic() - last.startedMs > stuckMs,
  };
}
