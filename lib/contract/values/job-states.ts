/**
 * The states of a job as the console names them. An API state that matches none of them becomes `unknown` and counts as
 * unfinished.
 */
export const jobStates = ["queued", "running", "succeeded", "failed", "cancelled", "unknown"] as const;

export type JobState = (typeof jobStates)[number];

/** The states of a job's step: the states of a job, and `skipped`. */
export const jobStepStates = [...jobStates, "skipped"] as const;

/** True if the state is final. The job then does not need to be read again. */
export function isFinished(state: JobState): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
