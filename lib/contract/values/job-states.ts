/**
 * The state of a job, in the console's words. An API's word that matches none of these is `unknown`, and counts as
 * unfinished.
 */
export const jobStates = ["queued", "running", "succeeded", "failed", "cancelled", "unknown"] as const;

export type JobState = (typeof jobStates)[number];

/** The states of a job's step: those of a job, and `skipped`. */
export const jobStepStates = [...jobStates, "skipped"] as const;

/** True where a job in this state is final and need not be read again. */
export function isFinished(state: JobState): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
