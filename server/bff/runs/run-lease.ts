import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { type Lease, type LeaseStore, RunEnded } from "#server/bff/store/runs/lease.ts";

/**
 * How long a lease lasts without renewal, in milliseconds. After a crash, the bulk changes and imports of the process
 * do not continue for this time.
 */
export const leaseMs = 15_000;

const renewEveryMs = leaseMs / 3;

/** The lease of a run. It is renewed while the run continues. */
export type RunLease = ReturnType<typeof startLeaseRenewal>;

/** Renews a lease until the renewal is stopped or the lease is lost. `askedAt` is when the lease was requested. */
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
    /** Aborts with RunEnded when the lease has expired or another run has taken it. */
    signal: lost.signal,
    /**
     * False as soon as the lease may have expired by the clocks of this process. Does not read the store. So a process
     * that was suspended notices the expiry before it does anything else.
     */
    isInForce(): boolean {
      // Both clocks are checked. The monotonic clock may stop while the machine sleeps. The wall clock jumps when
      // somebody sets it.
      const isOver = clock.monotonic() - since.monotonicMs >= leaseMs || clock.now() - since.wallMs >= leaseMs;
      return !isOver && !lost.signal.aborted;
    },
    /** Stops renewing. The lease remains valid until it is released or expires. */
    stop: worker.close,
  };
}

/** A time by the wall clock and by the monotonic clock of this process. */
export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export const readClock = ({ clock }: Pick<CoreServices, "clock">): ClockReading => ({
  monotonicMs: clock.monotonic(),
  wallMs: clock.now(),
});
