import type { Clock } from "#server/api-client/clock.ts";
import type { ApiRequest } from "./exchange.ts";

/** How often `afterWait` is called while a connection is being opened, in milliseconds. */
export const checkEveryMs = 1_000;

/**
 * Calls `afterWait` once a second until `end` is called, because opening a connection can take 5 s. `assert` throws the
 * first error of these calls.
 */
export function checkWhileConnecting(clock: Clock, { afterWait }: Pick<ApiRequest<unknown>, "afterWait">) {
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let cancel = () => {};
  const wait = (check: () => Promise<void>) => {
    if (isOver) return;
    cancel = clock.after(checkEveryMs, () => {
      check().then(
        () => wait(check),
        (error: unknown) => {
          failure = { error };
        },
      );
    });
  };
  if (afterWait) wait(afterWait);
  return {
    assert(): void {
      if (failure) throw failure.error;
    },
    end(): void {
      isOver = true;
      cancel();
    },
  };
}
