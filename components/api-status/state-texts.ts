/** The state of the API in one word, as shown on every page. */
export const stateTexts = {
  label: (word: string) => `API: ${word}`,
  answers: "Responding",
  failing: "Responding, with many errors",
  notAsked: "No requests yet",
  failed: "Failing",
  down: "Not responding",
  paused: "Requests are paused",
  keyRefused: "API key refused",
  probing: "Checking",
} as const;
