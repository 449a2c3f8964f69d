/** What the host itself tells in place of a page. */
export const storeDownTexts = {
  product: "Switchboard",
  title: "Switchboard’s own store is not available",
  meaning: "Nobody can sign in or work until it is back. What was sent to the API before goes on.",
  advice: "This page tries again by itself. If it stays, tell whoever runs Switchboard, with the request ID.",
  requestID: "Request ID:",
  retry: "Try again",
} as const;
