import type { BulkState } from "#lib/contract/operations/bulk.ts";

export const bulkStateNames: Readonly<Record<BulkState, string>> = {
  checking: "Checking",
  ready: "Checked, nothing sent yet",
  canary: "Changing the first customer",
  "canary-done": "First customer done, waiting for you",
  running: "Changing the rest",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** The text for a finished bulk change in which some rows do not have the new value. */
export const partlyFinishedText = "Finished, some not changed";
