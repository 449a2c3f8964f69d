import type { Job, JobStep } from "#lib/contract/job.ts";

/** A job's or a step's state, in the console's words. */
export const jobStateNames: Readonly<Record<JobStep["state"], string>> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  cancelled: "Cancelled",
  unknown: "Unknown state",
  skipped: "Skipped",
};

/** The word for a state: the console's, or the API's own in quotes where the console does not know it. */
export function jobStateWord({ state, stateText }: Pick<Job | JobStep, "state" | "stateText">): string {
  return state === "unknown" && stateText !== "" ? `“${stateText}”` : jobStateNames[state];
}
