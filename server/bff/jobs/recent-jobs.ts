import type { Coverage } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";

/**
 * The maximum number of pages of the API's list that are read, in the API's order, because the API cannot filter jobs
 * (specification, section 4.6).
 */
const maxPages = 2;

export interface JobSample extends Freshness {
  jobs: Job[];
  coverage: Coverage;
}

/** The jobs that a limited number of calls can read. Callers share one reading for a few seconds. */
export type RecentJobs = ReturnType<typeof createRecentJobs>;

export function createRecentJobs({ clients, clock }: Pick<CoreServices, "clients" | "clock">) {
  const memory = createTtlCache(clock);
  const last = new Map<Environment, JobSample>();

  async function readNow(environment: Environment, requestID: string): Promise<JobSample> {
    const client = clients.get(environment);
    if (!client) throw new AppError("not_found", "There is no such environment.");
    // The calls belong to no single person. So a closed page does not abort them, and together they count as one caller
    // in the queue.
    const call = { requestID, caller: "overview" };
    const first = await client.listJobs({ limit: maxLimit, offset: 0 }, call);
    const byID = new Map(first.jobs.map((job) => [job.jobID, job]));
    let { asOf } = first;
    let age = first;
    for (let page = 1; page < maxPages && first.total > page * maxLimit; page += 1) {
      const next = await client.listJobs({ limit: maxLimit, offset: page * maxLimit }, call).catch(() => null);
      if (next === null) break;
      for (const job of next.jobs) byID.set(job.jobID, job);
      if (next.asOf < asOf) asOf = next.asOf;
      if (next.stale) age = next;
    }
    const jobs = [...byID.values()];
    const coverage = { looked: jobs.length, total: Math.max(first.total, jobs.length) };
    const sample = { asOf, ...staleMembers(age), coverage, jobs };
    last.set(environment, sample);
    return sample;
  }

  return {
    read: (environment: Environment, requestID: string): Promise<JobSample> =>
      memory.recall(environment, () => readNow(environment, requestID)),
    /** The last reading, of any age. Undefined before the first reading. Sends no request. */
    last: (environment: Environment): JobSample | undefined => last.get(environment),
  };
}
