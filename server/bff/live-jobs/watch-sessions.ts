import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";

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

/**
 * Looks up the sessions behind open streams, all of them in one question, for as long as there are
 * any: a stream is one request, and nobody checks it again. A store that does not answer ends nothing.
 */
export function watchSessions(options: {
  clock: Clock;
  closing: AbortSignal;
  inForce: SessionsInForce;
  watched(): ReadonlySet<WatchedSession>;
  ended(sessionHash: string, environment: Environment): void;
}): { start(): void } {
  const { clock, closing, inForce, watched, ended } = options;
  let isRunning = false;

  async function look(): Promise<void> {
    const now = [...watched()];
    const permitted = await inForce([...new Set(now.map(({ sessionHash }) => sessionHash))]);
    for (const { sessionHash, environment } of now) {
      if (!permitted.get(sessionHash)?.includes(environment)) ended(sessionHash, environment);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (watched().size > 0 && !closing.aborted) {
      await clock.sleep(lookEveryMs, closing).catch(() => {});
      if (!closing.aborted) await look().catch(() => {});
    }
    isRunning = false;
  }

  return {
    start() {
      if (!isRunning) void run();
    },
  };
}
