import { AppError } from "#lib/contract/app-error.ts";
import type { CoreServices } from "./core-services.ts";

/** Work that is repeated while the console runs. */
export interface IntervalWork {
  /** The pause between two rounds, in milliseconds; `wake` ends it early. */
  everyMs: number;
  /** Runs once before the first round, for work that another process has left; repeated until it succeeds. */
  takeUp?: () => Promise<void>;
  round: () => Promise<void>;
  /** Called with the error of a failed or aborted round; the next round runs anyway. */
  report: (error: unknown) => void;
}

/** A background worker whose rounds run one after the other. */
export interface IntervalWorker {
  /** Aborted by `close`, for the calls of a round. */
  signal: AbortSignal;
  start(): void;
  /** Starts the next round at once. */
  wake(): void;
  /** Aborts the current round; no other follows. */
  close(): Promise<void>;
}

/** Creates the worker, which uses the console's clock. */
export function createIntervalWorker(
  { clock }: Pick<CoreServices, "clock">,
  { everyMs, takeUp, round, report }: IntervalWork,
): IntervalWorker {
  const closing = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    let isTakenUp = false;
    while (!closing.signal.aborted) {
      waking = new AbortController();
      try {
        if (!isTakenUp) await takeUp?.();
        isTakenUp = true;
        await round();
      } catch (error) {
        report(error);
      }
      await clock.sleep(everyMs, AbortSignal.any([closing.signal, waking.signal])).catch(() => {});
    }
  }

  return {
    signal: closing.signal,
    start() {
      running = run();
    },
    wake: () => waking.abort(),
    async close() {
      closing.abort(new AppError("draining", "The console is shutting down."));
      await running;
    },
  };
}
