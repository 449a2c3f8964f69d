import type { OverviewJob, OverviewValue } from "#lib/contract/console/overview.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished, jobStates } from "#lib/contract/values/job-states.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { boundJob } from "#server/bff/jobs/live/bound-job.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The maximum number of shown jobs. */
const maxShown = 6;

/** The running jobs. Only jobs that a limited number of calls can read are included. */
export async function overviewJobs(context: ApiContext<OverviewServices>): Promise<OverviewValue<"jobs">> {
  const { jobs, ...facts } = await context.services.recentJobs.read(context.environment, context.requestID);
  const states = jobStates.map((state) => ({ state, count: jobs.filter((job) => job.state === state).length }));
  const running = jobs.filter(({ state }) => !isFinished(state)).slice(0, maxShown);
  return {
    ...facts,
    states: states.filter(({ count }) => count > 0),
    running: await withCompanyNames(context.services.customerNames, context.environment, running.map(brief)),
  };
}

function brief(whole: Job): OverviewJob {
  const { raw: _raw, steps: _steps, rawOmitted: _rawOmitted, stepsOmitted: _stepsOmitted, ...job } = boundJob(whole);
  return job;
}
