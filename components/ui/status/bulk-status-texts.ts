import type { BulkState } from "#lib/contract/operations/bulk.ts";

export const bulkStateNames: Readonly<Record<BulkState, string>> = {
  checking: "Checking",
  checked: "Checked, nothing sent yet",
  first: "Changing the first customer",
  "first-done": "First customer done, waiting for you",
  running: "Changing the rest",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** The names of the states of a bulk change while it creates planned changes. */
export const planningStateNames: Partial<Record<BulkState, string>> = {
  checked: "Checked, nothing planned yet",
  first: "Planning the first change",
  "first-done": "First change planned, waiting for you",
  running: "Planning the rest",
};

/** The state of a finished bulk change if some customers did not get the new value. */
export const partlyFinishedText = "Finished, some not changed";

/** The state of a finished planned bulk change if some customers have no planned change. */
export const partlyPlannedText = "Finished, some not planned";
