import type { Job, JobStep } from "#lib/contract/job.ts";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { AnyOperationKind } from "#server/bff/operations/operation-kind.ts";
import type { JobSnapshot } from "#server/bff/store/operations/job-follows.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

const second = 1_000;
const minute = 60 * second;

/** How long a job without a known end is tracked, in milliseconds. The time begins when the job's write is settled. */
const maxFollowMs = 7 * 24 * 60 * minute;

/**
 * The pause before a job that the API does not find is read again, in milliseconds. It applies until the job counts as
 * gone.
 */
const missingPauseMs = 10 * second;

/**
 * A job that counts as gone may appear again, for example after a fault of the API. So it is read for one more day,
 * with this pause. In milliseconds.
 */
const gonePauseMs = 15 * minute;
const maxGoneMs = 24 * 60 * minute;

/** The maximum length of a reason that is stored with a write. The API's job has the complete text. */
const maxReason = 1_000;

/** The maximum number of steps that are stored with a write, and the maximum length of a step's name, in characters. */
const maxSteps = 30;
const maxName = 120;

const keptStep = ({ name, stateText, ...step }: JobStep): JobStep => ({
  ...step,
  name: name.slice(0, maxName),
  stateText: stateText.slice(0, maxName),
});

/**
 * When to read an operation's job again: first after 2 s, later after a twentieth of the job's age, at most 15 minutes.
 * Null if tracking ends. Rounded to whole milliseconds, because the PostgreSQL column rejects fractions.
 */
export function nextPollAtMs({ settledAt, createdAt }: StoredOperation, nowMs: number): number | null {
  const ageMs = nowMs - (settledAt ?? createdAt);
  if (ageMs > maxFollowMs) return null;
  return nowMs + Math.min(Math.max(Math.ceil(ageMs / 20), 2 * second), 15 * minute);
}

/** When to retry a job that the API does not find. Null if the job is not read again. */
export function nextMissingCheckAtMs(missingSinceMs: number, nowMs: number, isGone: boolean): number | null {
  if (!isGone) return nowMs + missingPauseMs;
  return nowMs - missingSinceMs > maxGoneMs ? null : nowMs + gonePauseMs;
}

/**
 * When the job ended, by the API's clock if the API provides the time. Never before the write was sent, and never in
 * the future.
 */
function endOf(job: Job, sentAt: number, { nowMs, aheadMs }: { nowMs: number; aheadMs: number }): number {
  const reportedMs = [job.updated, ...job.steps.map(({ finishedAt }) => finishedAt)]
    .map((instant) => Date.parse(instant ?? ""))
    .filter((ms) => !Number.isNaN(ms));
  if (reportedMs.length === 0) return nowMs;
  return Math.min(Math.max(Math.max(...reportedMs) - aheadMs, sentAt), nowMs);
}

/** Returns undefined for an ID that is invalid, because it can be neither stored nor requested. */
const usable = (id: string | undefined) => (resourceIDSchema.safeParse(id).success ? id : undefined);

/**
 * Builds the snapshot to store after reading an operation's job. `aheadMs` says how far the API's clock is ahead, in
 * milliseconds.
 */
export function snapshotOf(
  operation: StoredOperation,
  kind: Pick<AnyOperationKind, "customerOfJob"> | undefined,
  job: Job,
  time: { nowMs: number; aheadMs: number },
): JobSnapshot {
  const { state, stateText, progress, reason, steps, type, unchangedSince } = job;
  const stepsOmitted = (job.stepsOmitted ?? 0) + Math.max(steps.length - maxSteps, 0);
  const sentAt = operation.sentAt ?? operation.createdAt;
  const finishedAt = isFinished(state) ? Math.floor(endOf(job, sentAt, time)) : undefined;
  const isGood = state === "succeeded";
  const operationJob: OperationJob = {
    state,
    stateText: stateText.slice(0, maxReason),
    ...(type === undefined ? {} : { type: type.slice(0, maxName) }),
    ...(unchangedSince === undefined ? {} : { unchangedSince }),
    ...(progress === undefined ? {} : { progress }),
    ...(reason === undefined ? {} : { reason: reason.slice(0, maxReason) }),
    ...(steps.length === 0 ? {} : { steps: steps.slice(0, maxSteps).map(keptStep) }),
    ...(stepsOmitted === 0 ? {} : { stepsOmitted }),
    seenAt: new Date(time.nowMs).toISOString(),
    ...(finishedAt === undefined ? {} : { finishedAt: new Date(finishedAt).toISOString() }),
  };
  return {
    job: operationJob,
    customerID: usable(kind?.customerOfJob?.(job)),
    finishedAt,
    tookMs: isGood && finishedAt !== undefined ? finishedAt - sentAt : undefined,
    dueAt: finishedAt === undefined ? nextPollAtMs(operation, time.nowMs) : null,
  };
}

/**
 * Builds the snapshot to store for a job that the API does not find: the last snapshot. It is marked as vanished if the
 * job counts as gone.
 */
export function missingSnapshot(
  { job }: StoredOperation,
  nowMs: number,
  isVanished: boolean,
): Pick<JobSnapshot, "job"> {
  const last = job ?? { state: "unknown" as const, stateText: "", seenAt: new Date(nowMs).toISOString() };
  return { job: isVanished ? { ...last, vanished: true } : last };
}
