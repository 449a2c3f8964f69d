import { type RunState, runStates } from "./run-states.ts";

/** The maximum number of customers in one bulk change. */
export const maxBulkRows = 10_000;

export type BulkChange = { term: string; plan?: undefined } | { plan: string; term?: undefined };

/** The contract member that a change sets. */
export function changedMember(change: BulkChange): "term" | "plan" {
  return change.term === undefined ? "plan" : "term";
}

/** The value that a change sets. */
export function changedValue(change: BulkChange): string {
  return change.term ?? change.plan ?? "";
}

/**
 * The row states that allow another attempt, because the customer was certainly not changed. A row whose answer was
 * lost is excluded, because its customer may have been changed.
 */
export const retryableRowStates = ["failed", "conflict", "unreadable", "missing", "has-planned", "cancelled"] as const;

/** The number of rows of a bulk change that can be tried again. */
export function countRetryable(counts: Readonly<Record<BulkRowState, number>>): number {
  return retryableRowStates.reduce((sum, state) => sum + counts[state], 0);
}

/** The states of a bulk change. */
export const bulkStates = runStates;

export type BulkState = RunState;

/** The row states that count as failed. The bulk change certainly did not change the customers of such rows. */
export const failedRowStates = [
  "failed",
  "conflict",
  "missing",
  "unreadable",
  "has-planned",
] as const satisfies BulkRowState[];

/** The number of rows of a bulk change that failed. */
export function countFailedRows(counts: Readonly<Partial<Record<BulkRowState, number>>>): number {
  return failedRowStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** True if a bulk change has ended with rows that failed or whose result is unknown. */
export function isBulkFinishedPartly(bulk: {
  state: BulkState;
  counts: Readonly<Partial<Record<BulkRowState, number>>>;
}): boolean {
  return bulk.state === "finished" && countFailedRows(bulk.counts) + (bulk.counts.unknown ?? 0) > 0;
}

/** The states in which a bulk change waits for a person. */
export const waitingBulkStates = ["checked", "first-done", "paused"] as const satisfies BulkState[];

/** True if a bulk change waits for a person, or has ended with rows that failed or whose result is unknown. */
export function bulkNeedsPerson(bulk: Parameters<typeof isBulkFinishedPartly>[0]): boolean {
  return (waitingBulkStates as readonly BulkState[]).includes(bulk.state) || isBulkFinishedPartly(bulk);
}

/**
 * The states of a row.
 * - `pending`: the row has not been checked yet.
 * - `ready`: the check is complete, and the row can be sent.
 * - `same`, `deleted`, `missing`, `unreadable`, `has-planned`: the check found that the row must be skipped. `same`:
 *   the customer already has the value. `has-planned`: the customer has an open planned change.
 * - `sending`: in progress.
 * - `planned`: a planned change was created for the row.
 * - `changed`: the change is verified.
 * - `accepted`: the API accepted the change, but the change is not verified.
 * - `conflict`: somebody changed the contract after the check, so the row was skipped.
 * - `left-view`: the customer has left the view that the bulk change was started for, so the row was skipped.
 * - `unknown`: the answer was lost.
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
  "left-view",
  "failed",
  "unknown",
  "cancelled",
] as const;

export type BulkRowState = (typeof bulkRowStates)[number];

/**
 * The states of all rows that the check found ready: those that wait, and all states that such a row can get later. An
 * approval covers exactly these rows, so a row must not leave this list when its state changes.
 */
export const toChangeRowStates: readonly BulkRowState[] = [
  ...(["ready", "sending", "planned", "changed", "accepted", "conflict", "left-view"] as const),
  ...(["failed", "unknown", "cancelled"] as const),
];
