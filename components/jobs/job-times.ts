import type { Job, JobStep } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";

const msOf = (instant: string | undefined) => Date.parse(instant ?? "");

/**
 * The time when a job ended, in milliseconds since 1970. Returns `nowMs` if the job has not ended, and NaN if the API
 * does not provide the time.
 */
export function jobEndMs({ state, updated }: Pick<Job, "state" | "updated">, nowMs: number): number {
  return isFinished(state) ? msOf(updated) : nowMs;
}

/**
 * The duration of a job until it ended, or until `nowMs` while it runs. Undefined if the API does not provide the
 * times.
 */
export function elapsedMs(job: Pick<Job, "state" | "created" | "updated">, nowMs: number): number | undefined {
  const ms = jobEndMs(job, nowMs) - msOf(job.created);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The duration of a step until it ended, or until `untilMs` while it runs. Undefined if the API does not provide the
 * times.
 */
export function stepMs(step: JobStep, untilMs: number): number | undefined {
  const toMs = step.finishedAt === undefined && step.state === "running" ? untilMs : msOf(step.finishedAt);
  const ms = toMs - msOf(step.startedAt);
  return Number.isNaN(ms) ? undefined : ms;
}
