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

/** The name of a state. If Switchboard does not know the state, the API's own word in quotation marks. */
export function jobStateWord({ state, stateText }: Pick<Job | JobStep, "state" | "stateText">): string {
  return state === "unknown" && stateText !== "" ? `“${stateText}”` : jobStateNames[state];
}
