import { progressOf } from "../jobs/next-turn.ts";
import type { JobRecord } from "../store/job-store.ts";
import { iso } from "./resource-context.ts";

/** A job as the API writes it. */
export function writeJob(job: JobRecord) {
  return {
    jobID: job.jobID,
    type: job.type,
    status: job.status,
    progress: progressOf(job),
    steps: job.steps.map(({ name, state, startedMs, finishedMs }) => ({
      name,
      state,
      ...(startedMs === undefined ? {} : { startedAt: iso(startedMs) }),
      ...(finishedMs === undefined ? {} : { finishedAt: iso(finishedMs) }),
    })),
    customerID: job.customerID,
    ...(job.error === undefined ? {} : { error: job.error }),
    created: iso(job.createdMs),
    updated: iso(job.updatedMs),
  };
}
