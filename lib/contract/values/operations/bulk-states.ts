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
export const retryableRowStates = ["failed", "conflict", "unreadable", "missing", "cancelled"] as const;

/** How many rows of a bulk change can be started again. */
export function countRetryable(counts: Readonly<Record<BulkRowState, number>>): number {
  return retryableRowStates.reduce((sum, state) => sum + counts[state], 0);
}

/**
 * Where a bulk change stands. `checking` reads every customer (the dry run) and ends as `ready`; a person
 * starts the `canary`, one customer alone, which ends as `canary-done`; a person starts the rest,
 * `running`. `paused` by a person or by itself; `finished` and `cancelled` are over.
 */
export const bulkStates = [
  "checking",
  "ready",
  "canary",
  "canary-done",
  "running",
  "paused",
  "finished",
  "cancelled",
] as const;

export type BulkState = (typeof bulkStates)[number];

/** True while the console works on it by itself. */
export function isBulkActive(state: BulkState): boolean {
  return state === "checking" || state === "canary" || state === "running";
}

/** True when nothing more will be sent. */
export function isBulkOver(state: BulkState): boolean {
  return state === "finished" || state === "cancelled";
}

/** True where a bulk change is over and some of its customers do not have the new value. */
export function isFinishedPartly(bulk: {
  state: BulkState;
  counts: Readonly<Partial<Record<BulkRowState, number>>>;
}): boolean {
  const wentWrong = ["failed", "conflict", "unknown", "missing", "unreadable"] as const satisfies BulkRowState[];
  return bulk.state === "finished" && wentWrong.some((state) => (bulk.counts[state] ?? 0) > 0);
}

/** The states in which a bulk change goes on only when a person says so. */
export const waitingBulkStates = ["ready", "canary-done", "paused"] as const satisfies BulkState[];

/** True where a bulk change goes on only when a person says so, or has left something undone. */
export function bulkNeedsPerson(bulk: Parameters<typeof isFinishedPartly>[0]): boolean {
  return (waitingBulkStates as readonly BulkState[]).includes(bulk.state) || isFinishedPartly(bulk);
}

/**
 * Where a row stands. `pending`: not read yet. After the check: `waiting` to be changed, or left alone
 * because it is `same` already, `deleted`, `missing` or `unreadable`. `sending`: under way. Then:
 * `changed` (seen in force), `accepted` (by the API, and not seen in force), `conflict` (somebody else
 * changed it since the check; left alone), `failed`, `unknown` (its answer was lost), or `cancelled`.
 */
export const bulkRowStates = [
  "pending",
  "waiting",
  "same",
  "deleted",
  "missing",
  "unreadable",
  "sending",
  "changed",
  "accepted",
  "conflict",
  "failed",
  "unknown",
  "cancelled",
] as const;

export type BulkRowState = (typeof bulkRowStates)[number];
