import type { Job, JobState } from "#lib/contract/job.ts";
import type { OperationOutcome, OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import { detailOfJob, isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";

/** The known state of a write's job: the live state if the page watches the job, otherwise the stored state. */
export interface KnownJob {
  state: JobState;
  stateText: string;
  progress: number | undefined;
  reason: string | undefined;
  steps: Job["steps"];
  /** The number of steps that are missing from `steps`. */
  stepsOmitted: number;
  /** When the job was in this state; ISO 8601 in UTC. */
  seenAt: string | undefined;
  finishedAt: string | undefined;
  vanished: boolean;
}

/**
 * Returns the live state of a write's job. Returns the stored state if the page does not watch the job, or if only the
 * stored job has ended. Undefined if neither state is known.
 */
export function knownJob({ job: stored }: Operation, live?: LiveJob): KnownJob | undefined {
  // The server sets `isGone` only after several 404 answers, because the API may not know a new job yet.
  const isGone = live?.isGone === true;
  const watched = live?.job;
  if (watched && (isFinished(watched.state) || stored?.finishedAt === undefined)) {
    const { state, stateText, progress, reason, steps, stepsOmitted = 0 } = watched;
    return {
      state,
      stateText,
      progress,
      reason,
      steps,
      stepsOmitted,
      seenAt: live.asOf,
      finishedAt: isFinished(state) ? (stored?.finishedAt ?? live.asOf) : undefined,
      vanished: isGone && !isFinished(state),
    };
  }
  if (!stored) return undefined;
  const { state, stateText, progress, reason, seenAt, finishedAt, steps = [], stepsOmitted = 0 } = stored;
  return {
    state,
    stateText,
    progress,
    reason,
    seenAt,
    finishedAt,
    steps,
    stepsOmitted,
    vanished: !isFinished(state) && (stored.vanished === true || isGone),
  };
}

/** Returns the outcome detail of a write: the stored detail, updated by the live job if the page watches the job. */
export function outcomeDetail(operation: Operation, live?: LiveJob): OutcomeDetail {
  const gone = live?.isGone ? { state: "unknown" as const, vanished: true } : undefined;
  const job = knownJob(operation, live) ?? gone;
  // If the job has just succeeded, its effect is not proven yet. The server verifies the effect next.
  const isJustOver = operation.verifiesEffect === true && job !== undefined && operation.job?.finishedAt === undefined;
  const effect = operation.effect ?? (isJustOver ? "awaited" : undefined);
  return outcomeDetailOf({ ...operation, job, effect });
}

const second = 1_000;
const minute = 60 * second;

/** True for an accepted write whose effect is not verified yet. */
const isAwaitingEffect = (operation: Operation) => outcomeDetail(operation) === "awaiting-effect";

/**
 * Returns the jobs of these writes that must be watched. Finished jobs are not watched, because they give no
 * information about the effect.
 */
export function watchedJobIDs(operations: readonly Operation[]): string[] {
  const running = operations.filter((one) => isInProgress(one.outcome) && !isAwaitingEffect(one));
  return running.flatMap(({ jobID }) => jobID ?? []);
}

/**
 * Returns the polling interval while the effect of a write is not verified, in milliseconds. False if there is no such
 * write.
 */
export function effectRefetchMs(operations: readonly Operation[], nowMs: number): number | false {
  const sinceMs = operations
    .filter(isAwaitingEffect)
    .map(({ job, settledAt, createdAt }) => Date.parse(job?.finishedAt ?? settledAt ?? createdAt));
  if (sinceMs.length === 0) return false;
  return nowMs - Math.max(...sinceMs) < 2 * minute ? 2 * second : 30 * second;
}

/** Returns the current outcome of a write, updated by its live job. */
export function currentOutcome(operation: Operation, live?: LiveJob): OperationOutcome {
  return outcomeOfDetail[outcomeDetail(operation, live)];
}

/** Returns the stored outcome detail of a write, updated by the live job. Needs no other data of the write. */
export function detailWithJob(detail: OutcomeDetail, live: LiveJob | undefined): OutcomeDetail {
  if (detail !== "running") return detail;
  if (live?.isGone) return "vanished";
  return live?.job ? detailOfJob(live.job) : detail;
}

/** True if it is uncertain whether the API has carried out the write. */
export function isOutcomeUncertain(detail: OutcomeDetail): boolean {
  return detail === "unknown" || detail === "vanished" || detail === "effect-not-seen";
}

/** True if the write certainly had no effect. */
export function hadNoEffect(detail: OutcomeDetail): boolean {
  const outcome = outcomeOfDetail[detail];
  return !isInProgress(outcome) && outcome !== "done" && outcome !== "superseded" && !isOutcomeUncertain(detail);
}

/**
 * Returns when an operation started and when it ended, in milliseconds since 1970. The end is undefined while the
 * operation is running or if its outcome is unknown.
 */
export function operationSpan(operation: Operation, live?: LiveJob): { fromMs: number; toMs: number | undefined } {
  const outcome = currentOutcome(operation, live);
  const fromMs = Date.parse(operation.sentAt ?? operation.createdAt);
  if (isInProgress(outcome) || outcome === "unknown") return { fromMs, toMs: undefined };
  const job = knownJob(operation, live);
  const end = job ? (job.finishedAt ?? job.seenAt) : operation.settledAt;
  return { fromMs, toMs: end === undefined ? undefined : Math.max(fromMs, Date.parse(end)) };
}
