export const freshnessTexts = {
  asOf: "Updated",
  reload: "Reload",
  reloaded: "The page is up to date",
  kept: "Showing the last good response, read at",
  notLoaded: "Not loaded. The reason is at the top of the page.",
  showUTC: "Show times in UTC",
  showLocal: "Show times in your time zone",
} as const;
