/** For pages that show earlier data because the API gives no newer ones. */
export const outageTexts = {
  title: "API outage",
  keyRefused: "The API does not accept Switchboard's key.",
  paused: "Requests to the API are paused.",
  down: "The API is not responding.",
  /** Requests are sent, but some of them fail. */
  partly: "Some requests to the API fail.",
  readAt: "This page shows what was read at",
  orLater: "or later.",
  nothingSent: "Nothing can be sent now.",
  nextTry: "Next try",
} as const;
