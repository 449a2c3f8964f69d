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

/** The name of a state. For a state that Switchboard does not know, the API's own word in quotes. */
export function jobStateWord({ state, stateText }: Pick<Job | JobStep, "state" | "stateText">): string {
  return state === "unknown" && stateText !== "" ? `“${stateText}”` : jobStateNames[state];
}
