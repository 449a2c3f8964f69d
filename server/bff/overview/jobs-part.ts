import { isFinished, type Job, jobStates } from "#lib/contract/job.ts";
import { maxLimit, staleMembers } from "#lib/contract/list.ts";
import type { OverviewJob, OverviewValue } from "#lib/contract/overview.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { boundJob } from "#server/bff/jobs/live/bound-job.ts";
import { sharedCalls } from "./overview-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The API filters no jobs (specification, section 4.6): the first pages of its list, in its own order. */
const maxPages = 2;

/** How many of each kind are shown. */
const maxShown = 5;

/** Jobs that run and jobs that failed, among those that bounded calls can look at. */
export function overviewJobs(context: ApiContext<OverviewServices>): Promise<OverviewValue<"jobs">> {
  const { client, call, memory } = sharedCalls(context);
  return memory.recall("jobs", async () => {
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
    const states = jobStates.map((state) => ({ state, count: jobs.filter((job) => job.state === state).length }));
    return {
      asOf,
      ...staleMembers(age),
      coverage: { looked: jobs.length, total: Math.max(first.total, jobs.length) },
      states: states.filter(({ count }) => count > 0),
      running: jobs
        .filter(({ state }) => !isFinished(state))
        .slice(0, maxShown)
        .map(brief),
      failed: jobs
        .filter(({ state }) => state === "failed")
        .slice(0, maxShown)
        .map(brief),
    };
  });
}

function brief(whole: Job): OverviewJob {
  const { raw: _raw, steps: _steps, rawOmitted: _rawOmitted, stepsOmitted: _stepsOmitted, ...job } = boundJob(whole);
  return job;
}
