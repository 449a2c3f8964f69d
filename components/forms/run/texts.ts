/** What a bulk change and an import say in the same words. */
export const runTexts = {
  of: "of",
  stoppedBecause: "Stopped automatically:",
  retryAt: "Try again after",
} as const;
