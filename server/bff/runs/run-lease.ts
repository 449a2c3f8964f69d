import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";

/**
 * How long a lease lasts without renewal, in milliseconds. After a crash of its process, a bulk change or an import
 * pauses for this time.
 */
export const leaseMs = 15_000;

const renewEveryMs = leaseMs / 3;

/** The lease of a run, renewed while the run continues. */
export type RunLease = ReturnType<typeof startLeaseRenewal>;

/** Renews a lease that was requested at `askedAt` until it is stopped or lost. */
export function startLeaseRenewal(
  services: CoreServices,
  leases: Pick<LeaseStore, "renew">,
  lease: Lease,
  askedAt: ClockReading,
) {
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
    /** Aborts with RunEnded when the lease has expired or belongs to another run. */
    signal: lost.signal,
    /**
     * False as soon as the lease may have expired by the clocks of this process, without reading the store. A process
     * that was suspended therefore notices this before it does anything else.
     */
    isInForce(): boolean {
      // Both clocks are checked, because one may stop while the machine sleeps, and the other may jump when its time is
      // set.
      const isOver = clock.monotonic() - since.monotonicMs >= leaseMs || clock.now() - since.wallMs >= leaseMs;
      return !isOver && !lost.signal.aborted;
    },
    /** Stops renewing. The lease is valid until it is released or expires. */
    stop: worker.close,
  };
}

/** A point in time, by the wall clock and the monotonic clock of this process. */
export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export const readClock = ({ clock }: Pick<CoreServices, "clock">): ClockReading => ({
  monotonicMs: clock.monotonic(),
  wallMs: clock.now(),
});
