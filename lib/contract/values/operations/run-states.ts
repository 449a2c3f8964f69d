/**
 * The states that a bulk change and an import share. The two are called runs.
 *
 * - `checking`: every row is read and compared, and nothing is sent.
 * - `checked`: the check is complete, and a person can start.
 * - `first`: the first row is being sent, before all others.
 * - `first-done`: the first row has ended, and a person can start the rest.
 * - `running`: the rest is being sent.
 * - `paused`: a person or a problem has stopped the run.
 * - `finished` and `cancelled`: the run is over.
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
 * The states in which the console works on a run without waiting for a person. A paused run continues in one of them.
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

/** To start the rest of a run with more rows than this, a person needs a recent proof of identity. */
export const maxRowsWithoutProof = 100;
