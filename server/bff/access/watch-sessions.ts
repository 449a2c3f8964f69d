import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { boundSignal, waitFor } from "#server/api-client/transport/bound-signal.ts";

/** Of these sessions those in force, each with its person's environments. */
export type SessionsInForce = (
  sessionHashes: readonly string[],
) => Promise<ReadonlyMap<string, readonly Environment[]>>;

interface WatchedSession {
  sessionHash: string;
  environment: Environment;
}

/** How often sessions are looked up: streams end within 5 s of their session, wherever it was ended. */
const lookEveryMs = 3_000;

/** How long one look is waited for, in milliseconds: a connection may die without a word. */
const maxLookMs = 10_000;

/** How long a stream goes on that cannot be looked up, in milliseconds. */
const maxUncheckedMs = 60_000;

/**
 * Looks up the sessions behind open streams, all of them in one question, for as long as there are
 * any: a stream is one request, and nobody checks it again. A store that fails for a moment ends
 * nothing; a stream that could not be looked up for a minute is `unchecked`.
 */
export function watchSessions<Watched extends WatchedSession>(options: {
  clock: Clock;
  closing: AbortSignal;
  inForce: SessionsInForce;
  watched(): ReadonlySet<Watched>;
  ended(one: Watched): void;
  unchecked(one: Watched): void;
}): { start(): void } {
  const { clock, closing, inForce, watched } = options;
  /** When each was known to be in force: whoever is not in here has just come through the pipeline. */
  let checkedAtMs = new Map<Watched, number>();
  let isRunning = false;

  async function look(): Promise<void> {
    const now = [...watched()];
    const lookedAtMs = clock.monotonic();
    const timeUp = () => new Error("The sessions behind streams could not be looked up in time");
    const bound = boundSignal({ clock, timeoutMs: maxLookMs, parent: closing, timeUp });
    try {
      const asked = inForce([...new Set(now.map(({ sessionHash }) => sessionHash))]);
      const permitted = await waitFor(asked, bound.signal);
      for (const one of now) {
        if (permitted.get(one.sessionHash)?.includes(one.environment)) checkedAtMs.set(one, lookedAtMs);
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
      await clock.sleep(lookEveryMs, closing).catch(() => {});
      if (!closing.aborted) await look().catch(() => {});
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
