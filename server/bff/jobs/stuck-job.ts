import type { Job } from "#lib/contract/job.ts";
import type { UsualTime } from "#lib/contract/operation.ts";
import { stuckAfterMs } from "#lib/operation-outcome.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** However quick its kind usually is: a contract changed under a job that still works is worse than a wait. */
const leastMs = 2 * 60_000;

/** A job that has gone on for so long counts as stuck even where the API touches it again and again. */
const longestMs = 24 * 60 * 60_000;

/** What the console knows of a job besides what the API says. */
interface KnownOfJob {
  /** Its own write that began it. */
  operation: Pick<StoredOperation, "sentAt" | "createdAt"> | undefined;
  /** How long writes of its kind usually take. */
  usual: UsualTime | undefined;
  firstSeenMs: number | undefined;
}

/**
 * Since when nothing about an unfinished job is known to have changed, where that is longer than one of
 * its kind may take and than two minutes, or where it has gone on for a day; otherwise undefined. Milliseconds by this machine's
 * clock; `aheadMs`: by how much the API's is ahead. A job of which no time is known at all is never stuck.
 */
export function stuckSinceMs(
  { created, updated }: Pick<Job, "created" | "updated">,
  { operation, usual, firstSeenMs }: KnownOfJob,
  { nowMs, aheadMs }: { nowMs: number; aheadMs: number },
): number | undefined {
  const told = (instant: string | undefined) => {
    const ms = Date.parse(instant ?? "") - aheadMs;
    return Number.isNaN(ms) ? undefined : Math.min(ms, nowMs);
  };
  const begunMs = operation
    ? (operation.sentAt ?? operation.createdAt)
    : (told(created) ?? told(updated) ?? firstSeenMs);
  if (begunMs === undefined) return undefined;
  const changedMs = Math.max(begunMs, told(updated) ?? begunMs);
  const isStuck = nowMs - changedMs > Math.max(leastMs, stuckAfterMs(usual)) || nowMs - begunMs > longestMs;
  return isStuck ? changedMs : undefined;
}
