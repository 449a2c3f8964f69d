import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { boundSignal, waitFor } from "#server/api-client/transport/bound-signal.ts";

/** Finds the active sessions among these hashes. Returns the environments that each session may use. */
export type FindActiveSessions = (
  sessionHashes: readonly string[],
) => Promise<ReadonlyMap<string, readonly Environment[]>>;

interface WatchedSession {
  sessionHash: string;
  environment: Environment | undefined;
}

/**
 * The pause between two checks of sessions, in milliseconds. It is short enough that a stream ends within 5 s after its
 * session has ended on any replica.
 */
const checkIntervalMs = 3_000;

/** The time limit of one check, in milliseconds. A connection may break without an error, so a limit is needed. */
const maxCheckMs = 10_000;

/** How long a stream may continue if its session cannot be checked, in milliseconds. */
const maxUncheckedMs = 60_000;

/**
 * Regularly checks the sessions of all open streams, in one query. A stream is a single request, so the pipeline checks
 * its session only at the start. Calls `ended` for a stream whose session has ended. A short failure of the store does
 * not end a stream. Calls `unchecked` for a stream whose session could not be checked for a minute.
 */
export function watchSessions<Watched extends WatchedSession>(options: {
  clock: Clock;
  closing: AbortSignal;
  inForce: FindActiveSessions;
  watched(): ReadonlySet<Watched>;
  ended(one: Watched): void;
  unchecked(one: Watched): void;
}): { start(): void } {
  const { clock, closing, inForce, watched } = options;
  /**
   * When each session was last confirmed to be active. A new stream is not in this map until its first check. That is
   * safe, because the pipeline has just checked its session.
   */
  let checkedAtMs = new Map<Watched, number>();
  let isRunning = false;

  async function check(): Promise<void> {
    const now = [...watched()];
    const lookedAtMs = clock.monotonic();
    const timeUp = () => new Error("The sessions behind streams could not be looked up in time");
    const bound = boundSignal({ clock, timeoutMs: maxCheckMs, parent: closing, timeUp });
    try {
      const pendingCheck = inForce([...new Set(now.map(({ sessionHash }) => sessionHash))]);
      const permitted = await waitFor(pendingCheck, bound.signal);
      for (const one of now) {
        const environments = permitted.get(one.sessionHash);
        const isPermitted = one.environment === undefined || environments?.includes(one.environment);
        if (environments && isPermitted) checkedAtMs.set(one, lookedAtMs);
        else options.ended(one);
      }
    } finally {
      bound.end();
    }
  }

  function endUnchecked(): void {
    const nowMs = clock.monotonic();
    checkedAtMs = new Map([...watched()].map((one) => [one, checkedAtMs.get(one) ?? nowMs]));
    for (const [one, atMs] of checkedAtMs) if (nowMs - atMs >= maxUncheckedMs) options.unchecked(one);
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (watched().size > 0 && !closing.aborted) {
      await clock.sleep(checkIntervalMs, closing).catch(() => {});
      if (!closing.aborted) await check().catch(() => {});
      if (!closing.aborted) endUnchecked();
    }
    checkedAtMs.clear();
    isRunning = false;
  }

  return {
    start() {
      if (!isRunning) void run();
    },
  };
}
