import type { Job, JobState } from "#lib/contract/job.ts";
import type { OperationOutcome, OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import { detailOfJob, isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";

/** The known state of a write's job: the live state if the page watches it, otherwise the recorded one. */
export interface KnownJob {
  state: JobState;
  stateText: string;
  progress: number | undefined;
  reason: string | undefined;
  steps: Job["steps"];
  /** The number of steps that are left out of `steps`. */
  stepsOmitted: number;
  /** The time of this state, ISO 8601 in UTC. */
  seenAt: string | undefined;
  finishedAt: string | undefined;
  vanished: boolean;
}

/** The live state or the recorded state of a job, whichever is newer. A job that has ended stays ended. */
export function knownJob({ job: stored }: Operation, live?: LiveJob): KnownJob | undefined {
  // One 404 is not enough, because the API may not know a new job yet.
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

/** The detail of a write: the recorded detail, updated by the live job if the page follows the job. */
export function outcomeDetail(operation: Operation, live?: LiveJob): OutcomeDetail {
  const gone = live?.isGone ? { state: "unknown" as const, vanished: true } : undefined;
  const job = knownJob(operation, live) ?? gone;
  // A successful job does not prove the effect. The server verifies the effect next.
  const isJustOver = operation.verifiesEffect === true && job !== undefined && operation.job?.finishedAt === undefined;
  const effect = operation.effect ?? (isJustOver ? "awaited" : undefined);
  return outcomeDetailOf({ ...operation, job, effect });
}

const second = 1_000;
const minute = 60 * second;

/** True for an accepted write whose effect the server still has to verify. */
const isAwaitingEffect = (operation: Operation) => outcomeDetail(operation) === "awaiting-effect";

/**
 * The jobs of these writes that must be watched. Only unfinished jobs, because a finished job says nothing about the
 * effect.
 */
export function watchedJobIDs(operations: readonly Operation[]): string[] {
  const running = operations.filter((one) => isInProgress(one.outcome) && !isAwaitingEffect(one));
  return running.flatMap(({ jobID }) => jobID ?? []);
}

/** The polling interval while the effect of a write is awaited, in milliseconds. False if no effect is awaited. */
export function effectRefetchMs(operations: readonly Operation[], nowMs: number): number | false {
  const sinceMs = operations
    .filter(isAwaitingEffect)
    .map(({ job, settledAt, createdAt }) => Date.parse(job?.finishedAt ?? settledAt ?? createdAt));
  if (sinceMs.length === 0) return false;
  return nowMs - Math.max(...sinceMs) < 2 * minute ? 2 * second : 30 * second;
}

/** The current outcome of a write, including its live job. */
export function currentOutcome(operation: Operation, live?: LiveJob): OperationOutcome {
  return outcomeOfDetail[outcomeDetail(operation, live)];
}

/** The detail of a write, if only the recorded detail and the live job are known. */
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

/** The start of an operation, and its end if it has ended, in milliseconds since 1970. */
export function operationSpan(operation: Operation, live?: LiveJob): { fromMs: number; toMs: number | undefined } {
  const outcome = currentOutcome(operation, live);
  const fromMs = Date.parse(operation.sentAt ?? operation.createdAt);
  if (isInProgress(outcome) || outcome === "unknown") return { fromMs, toMs: undefined };
  const job = knownJob(operation, live);
  const end = job ? (job.finishedAt ?? job.seenAt) : operation.settledAt;
  return { fromMs, toMs: end === undefined ? undefined : Math.max(fromMs, Date.parse(end)) };
}
