/** Texts for pages that show old data because the API provides no newer data. */
export const outageTexts = {
  title: "API outage",
  keyRefused: "The API does not accept Switchboard's key.",
  paused: "Requests to the API are paused.",
  down: "The API is not responding.",
  /** Shown if requests are not paused, but the API has not sent new data since its last failed request. */
  notNewer: "The API has not sent newer data.",
  readAt: "This page shows what was read at",
  orLater: "or later.",
  nothingSent: "Nothing can be sent now.",
  nextTry: "Next try",
} as const;
