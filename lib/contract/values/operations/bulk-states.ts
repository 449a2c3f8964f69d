import { type RunState, runStates } from "./run-states.ts";

/** How many customers one bulk change may be about. */
export const maxBulkRows = 10_000;

export type BulkChange = { term: string; plan?: undefined } | { plan: string; term?: undefined };

/** The member of a contract that a change is about. */
export function changedMember(change: BulkChange): "term" | "plan" {
  return change.term === undefined ? "plan" : "term";
}

/** The value that a change sets. */
export function changedValue(change: BulkChange): string {
  return change.term ?? change.plan ?? "";
}

/**
 * States of a row that certainly was not changed and can be repeated. A lost answer is not
 * among them: its row may have been changed.
 */
export const retryableRowStates = ["failed", "conflict", "unreadable", "missing", "has-planned", "cancelled"] as const;

/** How many rows of a bulk change can be started again. */
export function countRetryable(counts: Readonly<Record<BulkRowState, number>>): number {
  return retryableRowStates.reduce((sum, state) => sum + counts[state], 0);
}

/** The states of a bulk change. */
export const bulkStates = runStates;

export type BulkState = RunState;

/** True where a bulk change is over and some of its customers do not have the new value. */
export function isBulkFinishedPartly(bulk: {
  state: BulkState;
  counts: Readonly<Partial<Record<BulkRowState, number>>>;
}): boolean {
  const wentWrong = [
    "failed",
    "conflict",
    "unknown",
    "missing",
    "unreadable",
    "has-planned",
  ] as const satisfies BulkRowState[];
  return bulk.state === "finished" && wentWrong.some((state) => (bulk.counts[state] ?? 0) > 0);
}

/** The states in which a bulk change goes on only when a person says so. */
export const waitingBulkStates = ["checked", "first-done", "paused"] as const satisfies BulkState[];

/** True where a bulk change goes on only when a person says so, or has left something undone. */
export function bulkNeedsPerson(bulk: Parameters<typeof isBulkFinishedPartly>[0]): boolean {
  return (waitingBulkStates as readonly BulkState[]).includes(bulk.state) || isBulkFinishedPartly(bulk);
}

/**
 * The states of a row. `pending`: not read yet. After the check: `ready` to be changed, or left alone because it is
 * `same` already, `deleted`, `missing`, `unreadable` or `has-planned`: it has an open planned change. `sending`: in
 * progress. Then: `planned` (it has become a planned change), `changed` (seen in force), `accepted` (by the API, and
 * not seen in force), `conflict` (somebody else changed it since the check; left alone), `failed`, `unknown` (its
 * answer was lost), or `cancelled`.
 */
export const bulkRowStates = [
  "pending",
  "ready",
  "same",
  "deleted",
  "missing",
  "unreadable",
  "has-planned",
  "sending",
  "planned",
  "changed",
  "accepted",
  "conflict",
  "failed",
  "unknown",
  "cancelled",
] as const;

export type BulkRowState = (typeof bulkRowStates)[number];
