import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { KnownJob, SeenJob } from "#server/bff/store/known/known-jobs.ts";

/** The maximum length of an ID or a text. A job with a longer ID is not recorded. A longer text is cut. */
const maxLength = 500;

/** The maximum number of jobs whose last stored reading this process remembers. */
const maxRemembered = 10_000;

/**
 * After this time in milliseconds, a job is stored again although it has not changed. Otherwise a job that never
 * changes would be removed after `knownJobMs`, although the API still lists it.
 */
const storedAgainMs = dayMs;

/** How often old jobs are removed, in milliseconds. */
const cleanEveryMs = 60 * 60_000;

const isStorable = (id: string) => id.length <= maxLength && !id.includes("\0");

/**
 * The job without its steps. The progress of a job is stored only when the job has ended, because until then it may
 * change with every reading.
 */
function listedJob(job: Job): KnownJob {
  const { jobID, state, stateText, type, progress, customerID, created, updated } = job;
  return {
    jobID,
    state,
    stateText: stateText.slice(0, maxLength),
    ...(type !== undefined && { type: type.slice(0, maxLength) }),
    ...(progress !== undefined && isFinished(state) && { progress }),
    ...(customerID !== undefined && isStorable(customerID) && { customerID }),
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
  };
}

/** Records the jobs of one environment (docs/decisions/0058-recorded-jobs.md). */
export type JobRecord = ReturnType<typeof createJobRecord>;

/**
 * Records every job that the console reads, so that jobs can be filtered. The API has no filter for jobs. After a read,
 * a job is stored if it has changed or if it was last stored a day ago. If the store fails, the next read of the job
 * stores it.
 */
export function createJobRecord(
  environment: Environment,
  { store, clock, log }: Pick<CoreServices, "store" | "clock" | "log">,
) {
  /** The last stored reading of each job, as text, and its time in milliseconds since 1970. */
  const stored = new Map<string, { text: string; seenAt: number }>();
  const waiting = new Map<string, SeenJob>();
  let storing: Promise<void> | undefined;
  let cleanedAtMs: number | undefined;
  let apiTotal: { total: number; atMs: number } | undefined;

  function remember({ job: { jobID, ...rest }, seenAt }: SeenJob): void {
    stored.delete(jobID);
    stored.set(jobID, { text: JSON.stringify(rest), seenAt });
    for (const oldest of stored.keys()) {
      if (stored.size <= maxRemembered) break;
      stored.delete(oldest);
    }
  }

  async function storeWaiting(): Promise<void> {
    // Waits until all jobs of the API's current answer are noted, so that one statement stores all of them.
    await Promise.resolve();
    while (waiting.size > 0) {
      const seen = [...waiting.values()];
      waiting.clear();
      try {
        await store.knownJobs.keep(environment, seen);
        for (const one of seen) remember(one);
        const nowMs = clock.now();
        if (cleanedAtMs !== undefined && nowMs - cleanedAtMs < cleanEveryMs) continue;
        cleanedAtMs = nowMs;
        await store.knownJobs.removeOld(environment, nowMs);
      } catch (error) {
        log.warn({ environment, error: describeCause(error) }, "jobs could not be recorded");
      }
    }
  }

  return {
    /** Stores a reading of a job soon, if the job has changed or was stored a day ago. Never throws. */
    note(job: Job, asOf: string): void {
      if (!isStorable(job.jobID)) return;
      const listed = listedJob(job);
      const { jobID, ...rest } = listed;
      const seenAt = Date.parse(asOf);
      const last = stored.get(jobID);
      if (last && last.text === JSON.stringify(rest) && seenAt < last.seenAt + storedAgainMs) return;
      waiting.set(jobID, { job: listed, seenAt });
      storing ??= storeWaiting().finally(() => {
        storing = undefined;
      });
    },
    /** Remembers how many jobs the API has. */
    noteTotal(total: number): void {
      apiTotal = { total, atMs: clock.now() };
    },
    /** The remembered number of the API's jobs. Undefined if it is older than `maxAgeMs`. */
    apiTotal: (maxAgeMs: number): number | undefined =>
      apiTotal && clock.now() - apiTotal.atMs <= maxAgeMs ? apiTotal.total : undefined,
    /** Waits until the readings so far are stored. */
    settled: async (): Promise<void> => storing,
  };
}
