import type { Job } from "#lib/contract/job.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { instant } from "#lib/format/instant.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { JobDirectory } from "./job-directory.ts";
import type { JobRecord } from "./job-record.ts";
import { jobStandstill } from "./stuck-job.ts";
import type { UsualTimes } from "./usual-times.ts";

/**
 * Wraps the client. Remembers and assesses every job that the client reads: since when it has not progressed, and
 * whether it seems stuck, went back or is gone. Only this module makes this assessment. Routes, streams, the tracker
 * and pages use its result.
 */
export function assessJobs(
  client: ApiClient,
  {
    clock,
    directory,
    record,
    usualTimes,
  }: { clock: Clock; directory: JobDirectory; record: Pick<JobRecord, "note" | "noteTotal">; usualTimes: UsualTimes },
): ApiClient {
  async function assessed(job: Job, asOf: string): Promise<Job> {
    const progress = directory.note(job, asOf, client.clockAheadMs());
    record.note(job, asOf);
    const { start, setbacks } = progress;
    if (start && job.type !== undefined) usualTimes.link(start.kind, job.type);
    const setback = setbacks.length === 0 ? {} : { setbacks: [...setbacks] };
    if (isFinished(job.state)) {
      usualTimes.learn(job);
      return { ...job, ...setback };
    }
    const usual = await usualTimes.of({ kind: start?.kind, type: job.type });
    const { unchangedSinceMs, stuckSinceMs } = jobStandstill(progress, usual, clock.now());
    return {
      ...job,
      ...setback,
      unchangedSince: instant(unchangedSinceMs),
      ...(stuckSinceMs === undefined ? {} : { stuckSince: instant(stuckSinceMs) }),
    };
  }

  return {
    ...client,
    async listJobs(query, call) {
      const page = await client.listJobs(query, call);
      record.noteTotal(page.total);
      // Learns from finished jobs first, because their durations are needed to assess the remaining jobs of the page.
      for (const job of page.jobs) if (isFinished(job.state)) usualTimes.learn(job);
      return { ...page, jobs: await Promise.all(page.jobs.map((job) => assessed(job, page.asOf))) };
    },
    async getJob(jobID, call) {
      try {
        const answer = await client.getJob(jobID, call);
        // The job is assessed by the requested ID, because the ID in the API's answer may differ.
        const job = await assessed({ ...answer.job, jobID }, answer.asOf);
        return { ...answer, job: { ...job, jobID: answer.job.jobID } };
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_found" || !directory.noteMissing(jobID)) throw error;
        const { code, message, errors, status, upstreamStatus } = error;
        throw new AppError(code, message, {
          status,
          errors,
          cause: error.cause,
          gone: true,
          ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
        });
      }
    },
  };
}
