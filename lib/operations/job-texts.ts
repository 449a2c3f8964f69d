import type { Job, JobStep } from "#lib/contract/job.ts";

/** The names of the states of jobs and steps. */
export const jobStateNames: Readonly<Record<JobStep["state"], string>> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  cancelled: "Cancelled",
  unknown: "Unknown state",
  skipped: "Skipped",
};

/** The state of a step that never runs, because its job has failed or was cancelled. */
export const notRunText = "Not run";

/**
 * The API's own word for the state of a job. Undefined if Switchboard's name for the state is the same word, or already
 * shows the API's word.
 */
export function ownStateWord({ state, stateText }: Pick<Job, "state" | "stateText">): string | undefined {
  const isShown = stateText === "" || state === "unknown";
  return isShown || stateText.toLowerCase() === jobStateNames[state].toLowerCase() ? undefined : stateText;
}

/** The name of a state. If Switchboard does not know the state, the API's own word in quotation marks. */
export function jobStateWord({ state, stateText }: Pick<Job | JobStep, "state" | "stateText">): string {
  return state === "unknown" && stateText !== "" ? `“${stateText}”` : jobStateNames[state];
}
