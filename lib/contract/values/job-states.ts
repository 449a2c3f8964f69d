/**
 * The states of a job in the console's words. An API word that matches none of them becomes `unknown`, which counts as
 * unfinished.
 */
export const jobStates = ["queued", "running", "succeeded", "failed", "cancelled", "unknown"] as const;

export type JobState = (typeof jobStates)[number];

/** The states of a step of a job: the states of a job, and `skipped`. */
export const jobStepStates = [...jobStates, "skipped"] as const;

/** True if this state is final. Then the job need not be read again. */
export function isFinished(state: JobState): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
