/** What a page says where no problem document says it. */
export const problemTexts = {
  unexpected: "An unexpected error occurred in Switchboard.",
  noResponse: "Switchboard did not respond. Check your connection and try again.",
  invalidResponse: (status: number) => `Switchboard sent an invalid response (status ${status}).`,
} as const;
