import type { OperationJobs } from "#server/bff/operations/operation-jobs.ts";
import type { JobServices } from "./job-services.ts";
import { stuckOperationSinceMs } from "./stuck-job.ts";

/** Finds the jobs of operations in the job directories, with the usual times. */
export function createOperationJobs({
  usualTimes,
  jobDirectories,
  clock,
}: Pick<JobServices, "usualTimes" | "jobDirectories" | "clock">): OperationJobs {
  const usualTimeOf: OperationJobs["usualTimeOf"] = ({ environment, kind, job, jobID }, options) => {
    const type = job?.type ?? (jobID === null ? undefined : jobDirectories[environment].find(jobID)?.type);
    return usualTimes[environment].of({ kind, type }, options);
  };
  return {
    usualTimeOf,
    stuckSinceMs: async (stored) => stuckOperationSinceMs(stored, await usualTimeOf(stored), clock.now()),
  };
}
