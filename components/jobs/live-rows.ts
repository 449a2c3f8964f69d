import type { JobList } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import type { JobRow } from "./columns.tsx";

/** The unfinished jobs of a page. `watched` is limited to the number of jobs that one live stream can follow. */
export function unfinishedJobs(list: JobList | undefined): { watched: string[]; all: number } {
  const all = (list?.jobs ?? []).filter(({ state }) => !isFinished(state)).map(({ jobID }) => jobID);
  return { watched: all.slice(0, maxStreamJobs), all: all.length };
}

/**
 * A page's rows with the newest state of each job, from the list or from the live stream. Only the server decides that
 * a job no longer exists.
 */
export function liveRows(list: JobList, live: LiveJobs["jobs"]): JobRow[] {
  return list.jobs.map((listed) => {
    const { job, asOf, isGone } = live.get(listed.jobID) ?? {};
    const isNewer = job !== undefined && asOf !== undefined && asOf > list.asOf;
    // The live stream sends no customer name.
    const { companyName } = listed;
    const shown = isNewer ? { ...job, ...(companyName !== undefined && { companyName }) } : listed;
    return { job: shown, gone: isGone === true };
  });
}
