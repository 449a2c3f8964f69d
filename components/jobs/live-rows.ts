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
export function liveRows(list: JobList, live: LiveJobs["jobs"], newest?: JobList): JobRow[] {
  const newestByID = new Map(newest?.jobs.map((job) => [job.jobID, job]));
  return list.jobs.map((shown) => {
    const { job, asOf, isGone } = live.get(shown.jobID) ?? {};
    const again = newestByID.get(shown.jobID);
    const listed = again ?? shown;
    const isNewer = job !== undefined && asOf !== undefined && asOf > ((again && newest?.asOf) ?? list.asOf);
    // The live stream sends no customer name.
    const { companyName } = listed;
    const latest = isNewer ? { ...job, ...(companyName !== undefined && { companyName }) } : listed;
    return { job: latest, gone: isGone === true };
  });
}

/** True if two lists have the same jobs in the same order. */
export const isSameOrder = (one: JobList, other: JobList): boolean =>
  one.jobs.length === other.jobs.length && one.jobs.every(({ jobID }, index) => jobID === other.jobs[index]?.jobID);

/**
 * The number of jobs that are new since the shown list was read. On a later page, a job may be there only because newer
 * jobs have moved it from an earlier page. So on a later page, only the totals are compared.
 */
export function newJobs(shown: JobList, newest: JobList): number {
  const known = new Set(shown.jobs.map(({ jobID }) => jobID));
  const ofPage = newest.jobs.filter(({ jobID }) => !known.has(jobID)).length;
  return Math.max(shown.offset === 0 ? ofPage : 0, newest.total - shown.total);
}
