import type { ImportState } from "#lib/contract/operations/imports.ts";

export const importStateNames: Readonly<Record<ImportState, string>> = {
  uploaded: "Uploaded, columns not confirmed",
  mapped: "Columns confirmed, not checked",
  checking: "Checking",
  checked: "Checked, nothing sent yet",
  first: "Creating the first customer",
  "first-done": "First customer done, waiting for you",
  running: "Creating the rest",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** The state of a finished import if some rows did not create a customer. */
export const partlyImportedText = "Finished, some not created";
