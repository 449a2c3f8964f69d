export const freshnessTexts = {
  stale: "The API does not answer: this is the last good answer",
  pausedUntil: "Requests for this are paused until",
  staleCache: "this is the last good answer",
  asOf: "As of",
  reload: "Reload",
  kept: "Below is the last good answer, read at",
} as const;
