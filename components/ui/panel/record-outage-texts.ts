/** For pages that show the record of known customers while the API cannot be asked. */
export const recordOutageTexts = {
  keyNotAccepted: "The API does not accept Switchboard's key",
  notAsked: "The API cannot be asked",
  notAskedSince: "The API cannot be asked since",
  readAt: "what you see was read at",
  readOrLater: "or later. Nothing can be sent.",
  nextTry: "Next try",
} as const;
