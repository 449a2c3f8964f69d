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

/** The text for a finished bulk change in which some rows do not have the new value. */
export const partlyFinishedText = "Finished, some not changed";
