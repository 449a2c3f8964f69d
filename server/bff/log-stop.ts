import type { Logger } from "#server/bff/core/log/log.ts";

/** What the first line of a stop says. */
export interface StopStart {
  /** Undefined if the console stops because its parent process has ended. */
  signal: NodeJS.Signals | undefined;
  /** The number of requests in progress, streams included. */
  requests: number;
  /** The number of open streams: job events, exports and results files. */
  streams: number;
}

/** Logs that the console begins to stop, runs `stop`, and logs how long it took. */
export async function logStop(log: Logger, start: StopStart, stop: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  log.info(start, "Switchboard is stopping");
  await stop();
  log.info({ ms: Math.round(performance.now() - startedMs) }, "Switchboard has stopped");
}
