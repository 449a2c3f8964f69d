/**
 * The states that bulk changes and imports share. Both are called runs.
 * - `checking`: the console reads and compares every row, and sends nothing.
 * - `checked`: the check is complete, and a person can start the run.
 * - `first`: the first row is being sent alone.
 * - `first-done`: the first row has ended, and a person can start the remaining rows.
 * - `running`: the remaining rows are being sent.
 * - `paused`: a person or a problem has stopped the run.
 * - `finished` and `cancelled`: the run has ended.
 */
export const runStates = [
  "checking",
  "checked",
  "first",
  "first-done",
  "running",
  "paused",
  "finished",
  "cancelled",
] as const;

export type RunState = (typeof runStates)[number];

/**
 * The states in which the console works on a run without waiting for a person. A paused run resumes in one of these
 * states.
 */
export const activeRunStates = ["checking", "first", "running"] as const satisfies RunState[];

export type ActiveRunState = (typeof activeRunStates)[number];

/** True while the console works on the run without waiting for a person. */
export function isRunActive(state: string): state is ActiveRunState {
  return (activeRunStates as readonly string[]).includes(state);
}

/** True if no more rows will be sent. */
export function isRunOver(state: string): state is "finished" | "cancelled" {
  return state === "finished" || state === "cancelled";
}

/** If more rows than this maximum remain, a person needs a recent proof of identity to start them. */
export const maxRowsWithoutProof = 100;
