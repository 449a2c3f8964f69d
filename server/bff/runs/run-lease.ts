import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";

/**
 * How long a lease lasts without renewal, in milliseconds. If a process crashes, its bulk changes and imports stand
 * still for this time.
 */
export const leaseMs = 15_000;

const renewEveryMs = leaseMs / 3;

/** The lease of a run, renewed while the run continues. */
export type RunLease = ReturnType<typeof startLeaseRenewal>;

/** Renews a lease that was requested at `askedAt`, until the renewal is stopped or the lease is lost. */
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
     * False as soon as the lease may have expired by the clocks of this process. The store is not read. So a process
     * that was suspended notices the expiry before it does anything else.
     */
    isInForce(): boolean {
      // Two clocks are checked. One clock may stop while the machine sleeps. The other clock may jump when its time is
      // set.
      const isOver = clock.monotonic() - since.monotonicMs >= leaseMs || clock.now() - since.wallMs >= leaseMs;
      return !isOver && !lost.signal.aborted;
    },
    /** Stops renewing. The lease stays valid until it is released or expires. */
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
