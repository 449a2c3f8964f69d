import type { Job, JobStep } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";

const msOf = (instant: string | undefined) => Date.parse(instant ?? "");

/** When a job ended, as far as the API provides it; `nowMs` while it has not. */
export function jobEndMs({ state, updated }: Pick<Job, "state" | "updated">, nowMs: number): number {
  return isFinished(state) ? msOf(updated) : nowMs;
}

/** How long a job has been running by `nowMs`, or ran until its end; undefined where the API does not provide the times. */
export function elapsedMs(job: Pick<Job, "state" | "created" | "updated">, nowMs: number): number | undefined {
  const ms = jobEndMs(job, nowMs) - msOf(job.created);
  return Number.isNaN(ms) ? undefined : ms;
}

/** How long a step took, or has been running until `untilMs`; undefined where the API does not provide the times. */
export function stepMs(step: JobStep, untilMs: number): number | undefined {
  const toMs = step.finishedAt === undefined && step.state === "running" ? untilMs : msOf(step.finishedAt);
  const ms = toMs - msOf(step.startedAt);
  return Number.isNaN(ms) ? undefined : ms;
}
