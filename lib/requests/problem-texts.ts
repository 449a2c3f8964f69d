/** Texts for errors without a problem document. */
export const problemTexts = {
  unexpected: "An unexpected error occurred in Switchboard.",
  noResponse: "Switchboard did not respond. Check your connection and try again.",
  invalidResponse: (status: number) => `Switchboard sent an invalid response (status ${status}).`,
} as const;
