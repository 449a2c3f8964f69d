import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { runAsWorker } from "#server/bff/core/page-context.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";

/** Work that is repeated as long as the console is running. */
export interface IntervalWork {
  /** The name of a worker that runs as long as the console. "Console health" shows its runs. */
  name?: WorkerName;
  /** The pause between two runs, in milliseconds. `wake` ends a pause early. */
  everyMs: number;
  /**
   * Called before the first run, to recover work that another process left unfinished. If it fails, it is called again.
   */
  recover?: () => Promise<void>;
  run: () => Promise<void>;
  /** Called with the error of a failed or aborted run. The worker continues with the next run. */
  report: (error: unknown) => void;
}

/** A background worker that runs one task at a time. */
export interface IntervalWorker {
  /** The signal for calls during a run. `close` aborts it. */
  signal: AbortSignal;
  start(): void;
  /** Starts the next run without waiting for the end of the pause. */
  wake(): void;
  /** Aborts the current run and starts no more runs. */
  close(): Promise<void>;
}

/** Creates the worker. Its pauses use the console's clock. */
export function createIntervalWorker(
  { clock, workerRuns }: Pick<CoreServices, "clock" | "workerRuns">,
  { name, everyMs, recover, run, report }: IntervalWork,
): IntervalWorker {
  const closing = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    let isRecovered = false;
    const note = name === undefined ? undefined : workerRuns?.begin(name, everyMs);
    while (!closing.signal.aborted) {
      waking = new AbortController();
      const startedMs = clock.monotonic();
      let hasFailed = false;
      try {
        if (!isRecovered) await recover?.();
        isRecovered = true;
        await run();
      } catch (error) {
        hasFailed = !closing.signal.aborted;
        report(error);
      }
      note?.({ startedMs, hasFailed });
      await clock.sleep(everyMs, AbortSignal.any([closing.signal, waking.signal])).catch(() => {});
    }
  }

  return {
    signal: closing.signal,
    start() {
      running = name === undefined ? loop() : runAsWorker(name, loop);
    },
    wake: () => waking.abort(),
    async close() {
      closing.abort(new AppError("draining", "The console is shutting down."));
      await running;
    },
  };
}
