/**
 * The states of a job as the console names them. An API state that matches none of them becomes `unknown` and counts as
 * unfinished.
 */
export const jobStates = ["queued", "running", "succeeded", "failed", "cancelled", "unknown"] as const;

export type JobState = (typeof jobStates)[number];

/** The states of a job's step: the states of a job, and `skipped`. */
export const jobStepStates = [...jobStates, "skipped"] as const;

/** True if a step will never run, because its job has ended without success. The API leaves such a step queued. */
export const isNeverRun = (jobState: JobState, stepState: (typeof jobStepStates)[number]): boolean =>
  stepState === "queued" && isUnsuccessful(jobState);

/** True if the job has ended without success. */
export const isUnsuccessful = (state: JobState): boolean => state === "failed" || state === "cancelled";

/** True if the state is final. The job then does not need to be read again. */
export function isFinished(state: JobState): boolean {
  return state === "succeeded" || isUnsuccessful(state);
}
