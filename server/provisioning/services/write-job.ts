import type { JobRecord } from "#server/provisioning/store/resources/job-store.ts";
import { progressOf } from "../jobs/next-turn.ts";
import { toISO } from "./resource-context.ts";

/** Converts a job to the format of the API. */
export function writeJob(job: JobRecord) {
  return {
    jobID: job.jobID,
    type: job.type,
    status: job.status,
    progress: progressOf(job),
    steps: job.steps.map(({ name, state, startedMs, finishedMs }) => ({
      name,
      state,
      ...(startedMs === undefined ? {} : { startedAt: toISO(startedMs) }),
      ...(finishedMs === undefined ? {} : { finishedAt: toISO(finishedMs) }),
    })),
    customerID: job.customerID,
    ...(job.error === undefined ? {} : { error: job.error }),
    created: toISO(job.createdMs),
    updated: toISO(job.updatedMs),
  };
}
