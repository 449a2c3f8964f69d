import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { runAsWorker } from "#server/bff/core/page-context.ts";
import type { WorkerName, WorkerNotes } from "#server/bff/core/worker-runs.ts";
import type { AnnouncedTable } from "#server/bff/store/schema/tables/written-notifications.ts";

/** The maximum pause of a worker that has nothing to do, in milliseconds. */
export const maxIdleMs = 6 * 60_000;

/**
 * The maximum pause of such a worker while this process does not hear what other processes write (`hearsAllWrites`), in
 * milliseconds.
 */
export const maxUnheardIdleMs = 15_000;

/**
 * The minimum pause between two runs of a worker that has nothing to do, in milliseconds. Many writes in a row therefore
 * start few runs, and new work still begins within two seconds.
 */
const minIdleMs = 1_500;

/**
 * The interval at which a long pause checks the clocks, in milliseconds. Timers do not notice that the wall clock was set
 * forward or that the machine was suspended, but work is due by the wall clock.
 */
const clockCheckMs = 1_000;

/**
 * How often a pausing worker shows that it is not stuck, in milliseconds. An alert fires without such a sign
 * (SwitchboardWorkerStopped in deploy/prometheus/alerts.yml).
 */
const signMs = 20_000;

/** Work that is repeated as long as the console is running. */
export interface IntervalWork {
  /** The name of a worker that runs as long as the console. "Console health" shows its runs. */
  name?: WorkerName;
  /** The pause between two runs, in milliseconds. `wake` ends a pause early. With `idle`: the pause while there is work. */
  everyMs: number;
  /** Lets the worker pause longer than `everyMs` while it has no work. Default: it always pauses for `everyMs`. */
  idle?: IdleWork;
  /**
   * Called before the first run, to recover work that another process left unfinished. If it fails, it is called again.
   */
  recover?: () => Promise<void>;
  run: () => Promise<void>;
  /** Called with the error of a failed or aborted run. The worker continues with the next run. */
  report: (error: unknown) => void;
}

/**
 * When a worker that has nothing to do runs again: when its next work is due, when any process has written one of the
 * tables, or after `maxIdleMs` (docs/decisions/0062-idle-workers.md, docs/decisions/0073-wake-ups.md).
 */
export interface IdleWork {
  store: Pick<CoreServices["store"], "onWritten" | "hearsAllWrites">;
  /** The tables in which the worker's work is stored. */
  tables: readonly AnnouncedTable[];
  /** The minimum pause between two runs, in milliseconds, however much is written. Default: 1,500, at most `everyMs`. */
  minPauseMs?: number;
  /**
   * Called after each run: the time until the next known work is due, in milliseconds. Infinity: no work is known. Zero:
   * the worker runs again after `everyMs`.
   */
  dueInMs: () => Promise<number>;
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

/** Returns the time until `dueAt` (milliseconds since 1970), in milliseconds: at least 0, and Infinity for null. */
export const msUntil = (clock: CoreServices["clock"], dueAt: number | null): number =>
  dueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, dueAt - clock.now());

/** Creates the worker. Its pauses use the console's clock. */
export function createIntervalWorker(
  { clock, workerRuns }: Pick<CoreServices, "clock" | "workerRuns">,
  { name, everyMs, idle, recover, run, report }: IntervalWork,
): IntervalWorker {
  const closing = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** True if a table of `idle` was written since the current or last run began. */
  let isWritten = false;
  let endIdle = () => {};
  const stopListening = idle?.store.onWritten((tables) => {
    if (tables !== "any" && !idle.tables.some((table) => tables.has(table))) return;
    isWritten = true;
    endIdle();
  });

  const readClocks = () => ({ wallMs: clock.now(), tickMs: clock.monotonic() });

  let notes: WorkerNotes | undefined;

  async function sleep(ms: number, ...signals: AbortSignal[]): Promise<void> {
    await clock.sleep(ms, AbortSignal.any([closing.signal, waking.signal, ...signals])).catch(() => {});
    notes?.sign();
  }

  /**
   * Waits `everyMs` for the next run of a worker without `idle`, in waits of at most `signMs`. If one of these waits ends
   * late, the next ones are shorter.
   */
  async function pause(): Promise<void> {
    const startedMs = clock.monotonic();
    let waitedMs = 0;
    for (let leftMs = everyMs; leftMs > 0; leftMs = everyMs - Math.max(waitedMs, clock.monotonic() - startedMs)) {
      const waitMs = Math.min(leftMs, signMs);
      await sleep(waitMs);
      if (closing.signal.aborted || waking.signal.aborted) return;
      waitedMs += waitMs;
    }
  }

  /**
   * Waits for the next run of a worker with `idle`: until `dueInMs` have passed, or for `everyMs` if work is due now. The
   * pause lasts at least `minPauseMs`. It ends early if a table of `idle` is written, and lasts at most about `maxIdleMs`.
   * `since`: the clocks before `dueInMs` was computed. So it also notices a clock that was set forward in the meantime.
   */
  async function pauseUntilDue(
    dueInMs: number,
    since: ReturnType<typeof readClocks>,
    { store, minPauseMs = Math.min(everyMs, minIdleMs) }: IdleWork,
  ): Promise<void> {
    const wantedMs = dueInMs > 0 ? dueInMs : everyMs;
    await sleep(minPauseMs);
    const written = new AbortController();
    endIdle = () => written.abort();
    function leftMs(): number {
      const passedMs = Math.max(clock.now() - since.wallMs, clock.monotonic() - since.tickMs);
      return Math.min(wantedMs, store.hearsAllWrites() ? maxIdleMs : maxUnheardIdleMs) - passedMs;
    }
    const isOver = () => isWritten || closing.signal.aborted || waking.signal.aborted || leftMs() <= 0;
    while (!isOver()) await sleep(Math.min(leftMs(), clockCheckMs), written.signal);
    endIdle = () => {};
  }

  async function loop(): Promise<void> {
    let isRecovered = false;
    notes = name === undefined ? undefined : workerRuns?.begin(name, idle ? maxIdleMs : everyMs);
    while (!closing.signal.aborted) {
      waking = new AbortController();
      notes?.sign();
      const startedMs = clock.monotonic();
      let hasFailed = false;
      let dueInMs = 0;
      let since = readClocks();
      isWritten = false;
      try {
        if (!isRecovered) await recover?.();
        isRecovered = true;
        await run();
        since = readClocks();
        if (idle) dueInMs = await idle.dueInMs();
      } catch (error) {
        hasFailed = !closing.signal.aborted;
        since = readClocks();
        report(error);
      }
      notes?.ended({ startedMs, hasFailed });
      await (idle ? pauseUntilDue(dueInMs, since, idle) : pause());
    }
  }

  return {
    signal: closing.signal,
    start() {
      running = name === undefined ? loop() : runAsWorker(name, loop);
    },
    wake: () => waking.abort(),
    async close() {
      stopListening?.();
      closing.abort(new AppError("draining", "The console is shutting down."));
      await running;
    },
  };
}
