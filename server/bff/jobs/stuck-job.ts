import type { UsualTime } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { JobRecord } from "./job-directory.ts";
import { nextPollAtMs } from "./job-snapshot.ts";

/**
 * No job seems stuck before this time, even if its kind is quick. Waiting is better than changing a contract while a
 * job still works on the contract.
 */
const minStuckMs = 2 * minuteMs;

/** The time after which a job seems stuck if its kind has no history. */
const stuckWithoutHistoryMs = 10 * minuteMs;

/** A job that has run for this long seems stuck even if the API keeps updating it. */
const maxRunningMs = 24 * 60 * minuteMs;

/**
 * How long a job may run without progress before it seems stuck. This is three times the 95th percentile of the usual
 * duration, and at least two minutes. Without a usual duration, it is ten minutes.
 */
export function stuckAfterMs(usual: UsualTime | undefined): number {
  return usual ? Math.max(minStuckMs, 3 * usual.p95Ms) : stuckWithoutHistoryMs;
}

/**
 * Since when an unfinished job has not progressed, and since when it seems stuck. In milliseconds by this machine's
 * clock.
 */
export interface JobStandstill {
  unchangedSinceMs: number;
  stuckSinceMs?: number;
}

/**
 * Since when an unfinished job has not progressed, and since when it seems stuck. The job's start is the console's own
 * write. For other jobs it is the API's time, or else the time of the console's first read.
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
 * Since when the job of a write seems stuck, according to the data stored with the write. Undefined if the job does not
 * seem stuck. The job counts as unchanged until its last read. If the last read is too long ago, the job counts as
 * unchanged until now.
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
