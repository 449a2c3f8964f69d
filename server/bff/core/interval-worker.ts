import { AppError } from "#lib/contract/app-error.ts";
import type { CoreServices } from "./core-services.ts";

/** What comes round again and again while the console runs. */
export interface IntervalWork {
  /** How long after one round the next one comes where nobody wakes it, in milliseconds. */
  everyMs: number;
  /** Takes up what another process has left; where it fails it is tried again before the next round. */
  takeUp?: () => Promise<void>;
  round: () => Promise<void>;
  /** Called with what a round failed of, that it was aborted included; the next one comes all the same. */
  report: (error: unknown) => void;
}

/** Rounds of work in the background, one after the other. */
export interface IntervalWorker {
  /** Aborted when they close, for the calls of a round. */
  signal: AbortSignal;
  start(): void;
  /** Something is to be done: the next round comes at once. */
  wake(): void;
  /** Aborts what is under way; there is no round after it. */
  close(): Promise<void>;
}

/** Makes the rounds of `work`, by the console's clock. */
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
