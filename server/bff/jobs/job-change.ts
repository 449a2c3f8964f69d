import type { Job } from "#lib/contract/job.ts";
import { isFinished, jobStepStates } from "#lib/contract/values/job-states.ts";

type JobStanding = Pick<Job, "state" | "stateText" | "progress">;

/** The position of a state in the order queued, running, finished. Undefined for an unknown state. */
const rankOf = ({ state }: JobStanding) =>
  state === "unknown" ? undefined : isFinished(state) ? 2 : state === "running" ? 1 : 0;

/**
 * True if a job went back: it left a final state, returned to an earlier state, or has less progress in the same state.
 */
export function isSetback(from: JobStanding, to: JobStanding): boolean {
  const [before, after] = [rankOf(from), rankOf(to)];
  if (before !== undefined && after !== undefined && after < before) return true;
  if (isFinished(from.state)) return to.state !== from.state;
  // Lower progress counts as a setback only in the same state, because the job may have passed other states between two
  // reads. Progress that is missing from the API's new answer is treated as unknown, not as zero.
  return before === after && (to.progress ?? 1) < (from.progress ?? 0);
}

/**
 * The stored part of the API's answer about a job: a few hundred bytes, even if the answer is large. The API's next
 * answer is compared with the stored part.
 */
export interface StoredReading extends JobStanding {
  /** The state of each step, one digit per step. */
  steps: string;
}

const maxText = 200;
const maxSteps = 200;

export function toStoredReading({
  state,
  stateText,
  progress,
  steps,
}: JobStanding & Pick<Job, "steps">): StoredReading {
  const states = steps.slice(0, maxSteps).map((step) => jobStepStates.indexOf(step.state));
  return {
    state,
    stateText: stateText.slice(0, maxText),
    ...(progress === undefined ? {} : { progress }),
    steps: states.join(""),
  };
}

/**
 * True if any part of a job has changed. If only one of the API's two answers has a member, that does not count as a
 * change.
 */
export function hasChanged(from: StoredReading, to: StoredReading): boolean {
  if (from.state !== to.state || from.stateText !== to.stateText) return true;
  if (from.progress !== undefined && to.progress !== undefined && from.progress !== to.progress) return true;
  return from.steps !== "" && to.steps !== "" && from.steps !== to.steps;
}
