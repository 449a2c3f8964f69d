import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";

/**
 * How long a lease lasts without being renewed, in milliseconds: a bulk change or an import stands still for this time
 * when its process ends unexpectedly.
 */
export const leaseMs = 15_000;

const renewEveryMs = leaseMs / 3;

/** The lease of a run, renewed while the run continues. */
export interface RunLease extends Lease {
  /** Aborts with RunEnded when the lease has lapsed or is somebody else's. */
  signal: AbortSignal;
  /**
   * False from when the lease may have lapsed, by the clocks of this process, without asking the store: a
   * process that was suspended knows it before it does anything else.
   */
  isInForce(): boolean;
  /** Ends renewing. The lease is in force until it is released or lapses. */
  stop(): Promise<void>;
}

/** Renews a lease that was requested at `askedAt` until it is stopped or lost. */
export function startLeaseRenewal(
  services: CoreServices,
  leases: Pick<LeaseStore, "renew">,
  lease: Lease,
  askedAt: ClockReading,
): RunLease {
  const { clock, log } = services;
  const lost = new AbortController();
  let since = askedAt;

  const worker = createIntervalWorker(services, {
    everyMs: renewEveryMs,
    async run() {
      const now = readClock(services);
      if (await leases.renew(lease, leaseMs)) since = now;
      else lost.abort(new RunEnded());
    },
    report: (error) => log.warn({ runID: lease.runID, error: describeError(error) }, "a lease could not be renewed"),
  });
  worker.start();
  return {
    ...lease,
    signal: lost.signal,
    isInForce() {
      // Either clock alone may stop or jump: the machine slept, or its time was set.
      const isOver = clock.monotonic() - since.monotonicMs >= leaseMs || clock.now() - since.wallMs >= leaseMs;
      return !isOver && !lost.signal.aborted;
    },
    stop: worker.close,
  };
}

/** A moment by both clocks of this process. */
export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export const readClock = ({ clock }: Pick<CoreServices, "clock">): ClockReading => ({
  monotonicMs: clock.monotonic(),
  wallMs: clock.now(),
});
