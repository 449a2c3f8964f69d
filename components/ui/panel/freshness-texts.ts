export const freshnessTexts = {
  stale: "The API is not responding: showing the last good response",
  keyRefused: "The API does not accept Switchboard's key: showing the last good response",
  pausedUntil: "These requests are paused until",
  staleCache: "showing the last good response",
  asOf: "Updated",
  reload: "Reload",
  reloaded: "The page is up to date",
  kept: "Showing the last good response, read at",
  notLoaded: "Not loaded. The reason is at the top of the page.",
  showUTC: "Show times in UTC",
  showLocal: "Show times in your time zone",
} as const;
