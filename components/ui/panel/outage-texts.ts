/** For pages that show earlier data because the API gives no newer ones. */
export const outageTexts = {
  title: "API outage",
  keyRefused: "The API does not accept Switchboard's key.",
  paused: "Requests to the API are paused.",
  down: "The API is not responding.",
  /** Requests are sent, but those for these data failed, or the page has not read them again yet. */
  notNewer: "The API has not sent newer data.",
  readAt: "This page shows what was read at",
  orLater: "or later.",
  nothingSent: "Nothing can be sent now.",
  nextTry: "Next try",
} as const;
