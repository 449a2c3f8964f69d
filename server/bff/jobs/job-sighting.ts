import { isFinished, type Job, type JobStep } from "#lib/contract/job.ts";
import type { OperationJob } from "#lib/contract/operation.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import type { JobSighting } from "#server/bff/store/operations/job-follows.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

const second = 1_000;
const minute = 60 * second;

/** When a job is given up that nobody has seen end, in milliseconds after its write was settled. */
const longestFollowMs = 7 * 24 * 60 * minute;

/** How long after a job's good end its contract is looked at again, in milliseconds. */
const longestConfirmMs = 10 * minute;

/** How soon a job is asked for again that the API does not know; after six of these it has vanished. */
export const missingPauseMs = 30 * second;

/** The longest reason that is kept with a write; the job itself has all of it. */
const longestReason = 1_000;

/** As many steps, and as long a name of one, as are kept with a write. */
const mostSteps = 30;
const longestName = 120;

const keptStep = ({ name, stateText, ...step }: JobStep): JobStep => ({
  ...step,
  name: name.slice(0, longestName),
  stateText: stateText.slice(0, longestName),
});

/**
 * When to read an operation's job again: after 2 s at first, then after a twentieth of its age, at
 * most 15 minutes; null when it is given up.
 */
export function followPauseMs({ settledAt, createdAt }: StoredOperation, nowMs: number): number | null {
  const ageMs = nowMs - (settledAt ?? createdAt);
  if (ageMs > longestFollowMs) return null;
  return nowMs + Math.min(Math.max(ageMs / 20, 2 * second), 15 * minute);
}

/** When to look again for a contract that was not as the job's good end promises; null: not any more. */
export function confirmPauseMs({ jobFinishedAt }: StoredOperation, nowMs: number): number | null {
  const sinceMs = nowMs - (jobFinishedAt ?? nowMs);
  return sinceMs > longestConfirmMs ? null : nowMs + Math.max(sinceMs / 4, 2 * second);
}

/** When it ended: by the API's clock where it tells, never before it was sent nor in the future. */
function endOf(job: Job, sentAt: number, { nowMs, aheadMs }: { nowMs: number; aheadMs: number }): number {
  const told = [job.updated, ...job.steps.map(({ finishedAt }) => finishedAt)]
    .map((instant) => Date.parse(instant ?? ""))
    .filter((ms) => !Number.isNaN(ms));
  if (told.length === 0) return nowMs;
  return Math.min(Math.max(Math.max(...told) - aheadMs, sentAt), nowMs);
}

/** Of an ID that could be neither kept nor asked for nothing is known. */
const usable = (id: string | undefined) => (resourceIDSchema.safeParse(id).success ? id : undefined);

/** What a reading of an operation's job is kept as. `aheadMs`: by how much the API's clock is ahead. */
export function sightingOf(
  operation: StoredOperation,
  job: Job,
  time: { nowMs: number; aheadMs: number },
): JobSighting {
  const { state, stateText, progress, reason, steps } = job;
  const stepsOmitted = (job.stepsOmitted ?? 0) + Math.max(steps.length - mostSteps, 0);
  const sentAt = operation.sentAt ?? operation.createdAt;
  const finishedAt = isFinished(state) ? Math.floor(endOf(job, sentAt, time)) : undefined;
  const isGood = state === "succeeded";
  const isToConfirm = isGood && operation.kind === "change-contract" && operation.confirmedAt === null;
  const seen: OperationJob = {
    state,
    stateText: stateText.slice(0, longestReason),
    ...(progress === undefined ? {} : { progress }),
    ...(reason === undefined ? {} : { reason: reason.slice(0, longestReason) }),
    ...(steps.length === 0 ? {} : { steps: steps.slice(0, mostSteps).map(keptStep) }),
    ...(stepsOmitted === 0 ? {} : { stepsOmitted }),
    seenAt: new Date(time.nowMs).toISOString(),
    ...(finishedAt === undefined ? {} : { finishedAt: new Date(finishedAt).toISOString() }),
  };
  return {
    job: seen,
    customerID: operation.kind === "create-customer" ? usable(job.customerID) : undefined,
    finishedAt,
    tookMs: isGood && finishedAt !== undefined ? finishedAt - sentAt : undefined,
    dueAt: finishedAt === undefined ? dueOf(operation, time.nowMs) : isToConfirm ? time.nowMs : null,
  };
}

function dueOf(operation: StoredOperation, nowMs: number): number | null {
  const dueAt = followPauseMs(operation, nowMs);
  return dueAt === null ? null : Math.floor(dueAt);
}

/** What is kept of a job that the API does not know (any more): what was seen last, with that word. */
export function vanishedSighting(
  { job }: StoredOperation,
  nowMs: number,
  isVanished: boolean,
): Pick<JobSighting, "job"> {
  const last = job ?? { state: "unknown" as const, stateText: "", seenAt: new Date(nowMs).toISOString() };
  return { job: isVanished ? { ...last, vanished: true } : last };
}
