export const freshnessTexts = {
  stale: "The API is not responding: showing the last good response",
  pausedUntil: "These requests are paused until",
  staleCache: "showing the last good response",
  asOf: "Updated",
  reload: "Reload",
  kept: "Showing the last good response, read at",
} as const;
