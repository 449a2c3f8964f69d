/** The names of the results of API requests. The key is `ok`, `aborted` or an error code. */
const outcomeNames: Readonly<Record<string, string>> = {
  ok: "answered",
  aborted: "cancelled by the user",
  upstream_refused: "refused by the API (4xx)",
  upstream_credentials: "key or token not accepted",
  upstream_unreachable: "no connection",
  upstream_malformed: "invalid response",
  upstream_too_large: "response too large",
  upstream_failed: "API error (5xx)",
  upstream_rate_limited: "rate limited (429)",
  upstream_timeout: "timed out",
  upstream_paused: "not sent: requests paused",
  upstream_busy: "not sent: queue full",
};

export function outcomeName(outcome: string): string {
  return outcomeNames[outcome] ?? outcome;
}

export const apiCallsTexts = {
  link: "API calls",
  show: "Show",
  pageCalls: "API calls of this page",
  caseFile: "Download case file",
} as const;
