/** The result of requests to the API, by `ok`, `aborted` or an error's code. */
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

export const healthTexts = {
  answers: "Responding",
  failing: "Responding, with many errors",
  notAsked: "No requests yet",
  failed: "Failing",
  failedInRow: (count: number, shown: string) =>
    count === 1 ? "The last request failed" : `The last ${shown} requests failed`,
  down: "Not responding",
  paused: "Requests are paused",
  keyRefused: "API key refused",
  probing: "Checking",
  queue: "Queue",
  queued: (running: string, waiting: string) => `${running} running, ${waiting} waiting`,
  errors: (share: string) => `${share} errors`,
  breaker: (state: string) => `circuit breaker ${state}`,
  repeats: "Retries",
  merged: "Combined requests",
  lastAnswer: "Last response",
  until: "until",
  tokenNone: "no token yet",
  tokenExpired: "expired",
  renewing: "being renewed",
  expires: "expires",
  outcomes: "Requests by result",
  covers: (total: string) =>
    `Since this server process started: ${total} to the API. Latency is of the last 512 responses at most.`,
  staleCache: (count: string) => `${count} answered with the last good response`,
} as const;

/** `latency 12 ms (p95 30 ms)` */
export function latencyInWords(
  { p50Ms, p95Ms }: { p50Ms: number; p95Ms: number },
  count: (value: number) => string,
): string {
  return `latency ${count(p50Ms)} ms (p95 ${count(p95Ms)} ms)`;
}

/** `token renewed 3 min ago, expires in 7 min` */
export function tokenInWords(
  token: {
    state: "none" | "valid" | "expired";
    renewing: boolean;
    obtainedAt?: string | undefined;
    expiresAt?: string | undefined;
  },
  ago: (instant: string) => string,
): string {
  if (token.state === "none") return healthTexts.tokenNone;
  const parts = [
    token.renewing ? healthTexts.renewing : token.obtainedAt && `renewed ${ago(token.obtainedAt)}`,
    token.state === "expired"
      ? healthTexts.tokenExpired
      : token.expiresAt && `${healthTexts.expires} ${ago(token.expiresAt)}`,
  ];
  return `token ${parts.filter(Boolean).join(", ")}`;
}
