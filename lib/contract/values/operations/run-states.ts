/**
 * The states that a bulk change and an import share; both are called a run. `checking` reads and compares every row,
 * and ends as `checked`; nothing is sent. A person starts the `first` row, alone, which ends as `first-done`; a person
 * starts the rest, `running`. `paused` by a person or by itself; `finished` and `cancelled` are over.
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

/** The states in which the console works on a run by itself. A paused run continues in one of them. */
export const activeRunStates = ["checking", "first", "running"] as const satisfies RunState[];

export type ActiveRunState = (typeof activeRunStates)[number];

/** True while the console works on it by itself. */
export function isRunActive(state: string): state is ActiveRunState {
  return (activeRunStates as readonly string[]).includes(state);
}

/** True when nothing more will be sent. */
export function isRunOver(state: string): state is "finished" | "cancelled" {
  return state === "finished" || state === "cancelled";
}

/** Above this number of rows, starting the rest of a run requires a recent proof of identity. */
export const maxRowsWithoutProof = 100;
