import type { UsualTime } from "#lib/contract/operations/operation.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { JobRecord } from "./job-directory.ts";
import { nextPollAtMs } from "./job-snapshot.ts";

const minuteMs = 60_000;

/** However quick its kind usually is: a contract changed under a job that still works is worse than a wait. */
const minStuckMs = 2 * minuteMs;

/** Without any history of its kind. */
const stuckWithoutHistoryMs = 10 * minuteMs;

/** A job that has gone on for so long seems stuck even where the API touches it again and again. */
const maxRunningMs = 24 * 60 * minuteMs;

/** For how long a job of a kind may stand still before it seems stuck: three times what 95 of 100 need, two minutes at least. */
export function stuckAfterMs(usual: UsualTime | undefined): number {
  return usual ? Math.max(minStuckMs, 3 * usual.p95Ms) : stuckWithoutHistoryMs;
}

/** Since when an unfinished job stands still, and since when it seems stuck; milliseconds by this machine's clock. */
export interface JobStandstill {
  unchangedSinceMs: number;
  stuckSinceMs?: number;
}

/**
 * How long an unfinished job has stood still, by what the API says and by what the console saw. A job that the API
 * gives no time for counts from when the console saw it first.
 */
export function jobStandstill(
  { start, firstSeenMs, createdMs, updatedMs, changedMs }: Omit<JobRecord, "setbacks">,
  usual: UsualTime | undefined,
  nowMs: number,
): JobStandstill {
  const startedMs = start?.atMs ?? createdMs ?? updatedMs ?? firstSeenMs;
  const unchangedSinceMs = Math.max(startedMs, updatedMs ?? startedMs, changedMs ?? startedMs);
  const isStuck = nowMs - unchangedSinceMs > stuckAfterMs(usual) || nowMs - startedMs > maxRunningMs;
  return { unchangedSinceMs, ...(isStuck ? { stuckSinceMs: unchangedSinceMs } : {}) };
}

/**
 * Since when the job of a write seems stuck, by what is kept with the write; undefined where it does not. A job that
 * stood still when it was read last counts until then; one that could not be read for long counts until now.
 */
export function stuckOperationSinceMs(
  operation: StoredOperation,
  usual: UsualTime | undefined,
  nowMs: number,
): number | undefined {
  const { state, jobID, jobFinishedAt, job } = operation;
  const isRunning = (state === "accepted" || state === "reconciled") && jobID !== null && jobFinishedAt === null;
  if (!isRunning || job?.vanished) return undefined;
  const startedMs = operation.sentAt ?? operation.createdAt;
  const seenMs = job ? Date.parse(job.seenAt) : startedMs;
  const unchangedSinceMs = Math.max(startedMs, Date.parse(job?.unchangedSince ?? "") || startedMs);
  const pauseMs = (nextPollAtMs(operation, nowMs) ?? nowMs) - nowMs;
  const limitMs = stuckAfterMs(usual);
  const isUnread = nowMs - seenMs > limitMs + 2 * pauseMs;
  const isStuck = (isUnread ? nowMs : seenMs) - unchangedSinceMs > limitMs || nowMs - startedMs > maxRunningMs;
  return isStuck ? unchangedSinceMs : undefined;
}
