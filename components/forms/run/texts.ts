/** Texts that are the same for bulk changes and imports. */
export const runTexts = {
  of: "of",
  all: "All",
  stoppedBecause: "Stopped automatically:",
  retryAt: "Try again after",
} as const;

/** Texts for a bulk change or an import that a second person must approve. */
export const runApprovalTexts = {
  waits: "A request for approval waits for another person. Nothing has been sent.",
  waitsForOther:
    "The rows were changed after approval was requested, so the request cannot be approved. Withdraw it, then request approval again.",
  rejected: "Approval was refused. Nothing has been sent.",
  again: "Approval can be requested again.",
  changed: "The rows were changed after they were approved.",
  approved: (person: string) => `Approved by ${person}.`,
  released: (person: string) => `Released in an emergency by ${person}: nobody has approved it.`,
} as const;
