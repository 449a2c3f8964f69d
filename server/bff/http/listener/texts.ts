/** The texts of the page that the host itself sends. */
export const storeDownTexts = {
  product: "Switchboard",
  title: "Switchboard's database is not available",
  meaning: "Nobody can sign in or work until it is back. Requests already sent to the API continue.",
  advice:
    "This page tries again automatically. If this continues, contact the person who runs Switchboard and give the request ID.",
  requestID: "Request ID:",
  retry: "Try again",
} as const;
