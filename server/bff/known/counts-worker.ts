import type { Environment } from "#lib/contract/environment.ts";
import { utcDay, utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/**
 * How often customers are counted again, in milliseconds. `whole`: all customers are known. `partly`: some customers
 * are not known yet.
 */
const countedAgainMs = { whole: 60 * minuteMs, partly: 10 * minuteMs };

/** For how many days counts are kept. */
export const countsKeptDays = 731;

/** How many customers of an environment are known, and the API's total if it is known. */
interface KnownCoverage {
  known: number;
  total?: number | undefined;
}

type Services = Pick<CoreServices, "clock" | "log" | "workerRuns" | "clients"> & {
  store: Pick<CoreServices["store"], "knownCounts">;
};

/**
 * The worker that counts the known customers by plan and term, for each environment and UTC day. The last counts of a
 * day remain stored. A day without counts remains a gap.
 */
export function createCountsWorker(
  services: Services,
  coverageOf: (environment: Environment) => Promise<KnownCoverage | undefined>,
): IntervalWorker {
  const { clock, log, clients, store } = services;
  const isWhole = new Map<Environment, boolean>();
  /** The last counts that this process knows of. Until they are old, the store is not read. */
  const lastCounts = new Map<Environment, { day: string; countedAt: number }>();
  let removedOn: string | undefined;

  async function countEnvironment(environment: Environment): Promise<void> {
    const nowMs = clock.now();
    const day = utcDay(nowMs);
    const againMs = isWhole.get(environment) ? countedAgainMs.whole : countedAgainMs.partly;
    const last = lastCounts.get(environment);
    if (last?.day === day && nowMs >= last.countedAt && nowMs < last.countedAt + againMs) return;
    const countedAt = await store.knownCounts.countedAt(environment, day);
    if (countedAt !== null && nowMs < countedAt + againMs) {
      lastCounts.set(environment, { day, countedAt });
      return;
    }
    const counts = await store.knownCounts.count(environment);
    const customers = counts.reduce((sum, count) => sum + count.customers, 0);
    const { known = customers, total } = (await coverageOf(environment)) ?? {};
    if (known === 0) return;
    isWhole.set(environment, total !== undefined && known >= total);
    await store.knownCounts.store(environment, { day, known, total: total ?? null, countedAt: nowMs, counts });
    lastCounts.set(environment, { day, countedAt: nowMs });
  }

  /** Removes old counts once a day. */
  async function removeOld(): Promise<void> {
    const day = utcDay(clock.now());
    if (removedOn === day) return;
    await store.knownCounts.removeBefore(utcDaysAgo(clock.now(), countsKeptDays));
    removedOn = day;
  }

  return createIntervalWorker(services, {
    name: "known-counts",
    everyMs: minuteMs,
    async run() {
      for (const environment of clients.keys()) await countEnvironment(environment);
      await removeOld();
    },
    report: (error) => log.warn({ error: describeCause(error) }, "known customers could not be counted"),
  });
}
