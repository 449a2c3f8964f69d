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
 * The maximum number of pages that are read of the API's job list, in the API's order. More pages would cost too many
 * calls, because the API cannot filter jobs (specification, section 4.6).
 */
const maxPages = 2;

export interface JobSample extends Freshness {
  jobs: Job[];
  coverage: Coverage;
}

/** The jobs that a few calls can read. Callers within a few seconds share one result. */
export type RecentJobs = ReturnType<typeof createRecentJobs>;

export function createRecentJobs({ clients, clock }: Pick<CoreServices, "clients" | "clock">) {
  const memory = createTtlCache(clock);
  const last = new Map<Environment, JobSample>();

  async function readNow(environment: Environment, requestID: string): Promise<JobSample> {
    const client = clients.get(environment);
    if (!client) throw new AppError("not_found", "There is no such environment.");
    // The calls are not made for one person. So closing a page does not abort these calls, and the queue treats all of
    // them as one caller.
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
    /** The last result, of any age. Undefined before the first read. Sends no request. */
    last: (environment: Environment): JobSample | undefined => last.get(environment),
  };
}
