import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker } from "#server/bff/core/interval-worker.ts";
import { describeError } from "#server/bff/core/report-error.ts";
import { type Lease, RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";

/**
 * How long a lease lasts that nobody renews, in milliseconds: so long a bulk change stands still when its
 * process dies.
 */
export const leaseMs = 15_000;

const renewEveryMs = leaseMs / 3;

/** The lease of a run, kept in force while the run goes on. */
export interface RunLease extends Lease {
  /** Aborts with RunEnded when the lease has lapsed or is somebody else's. */
  signal: AbortSignal;
  /**
   * False from when the lease may have lapsed, by the clocks of this process, without asking the store: a
   * process that stood still knows it before it does anything else.
   */
  isInForce(): boolean;
  /** Ends renewing. The lease is in force until it is released or lapses. */
  stop(): Promise<void>;
}

/** Renews a lease that was asked for at `askedAt` until it is stopped or lost. */
export function keepLease(services: CoreServices, lease: Lease, askedAt: Moment): RunLease {
  const { clock, log, store } = services;
  const lost = new AbortController();
  let since = askedAt;

  const worker = createIntervalWorker(services, {
    everyMs: renewEveryMs,
    async round() {
      const now = momentOf(services);
      if (await store.bulks.renew(lease, leaseMs)) since = now;
      else lost.abort(new RunEnded());
    },
    report: (error) => log.warn({ bulkID: lease.bulkID, error: describeError(error) }, "a lease could not be renewed"),
  });
  worker.start();
  return {
    ...lease,
    signal: lost.signal,
    isInForce() {
      // Either clock alone may stand still or jump: the machine slept, or somebody set its time.
      const isOver = clock.monotonic() - since.monotonicMs >= leaseMs || clock.now() - since.wallMs >= leaseMs;
      return !isOver && !lost.signal.aborted;
    },
    stop: worker.close,
  };
}

/** A moment by both clocks of this process. */
export interface Moment {
  monotonicMs: number;
  wallMs: number;
}

export const momentOf = ({ clock }: Pick<CoreServices, "clock">): Moment => ({
  monotonicMs: clock.monotonic(),
  wallMs: clock.now(),
});
