/** What came of requests to the API, by `ok`, `aborted` or an error's code. */
const outcomeNames: Readonly<Record<string, string>> = {
  ok: "answered",
  aborted: "given up by the person",
  upstream_refused: "refused by the API (4xx)",
  upstream_credentials: "key or token not accepted",
  upstream_unreachable: "no connection",
  upstream_malformed: "invalid response",
  upstream_too_large: "answer too large",
  upstream_failed: "failed in the API (5xx)",
  upstream_rate_limited: "asked to wait (429)",
  upstream_timeout: "took too long",
  upstream_paused: "held back",
  upstream_busy: "queue was full",
};

export function outcomeName(outcome: string): string {
  return outcomeNames[outcome] ?? outcome;
}

export const healthTexts = {
  answers: "Answers",
  failing: "Answers, with many errors",
  notAsked: "Not asked yet",
  failed: "Fails",
  failedInRow: (count: number, shown: string) =>
    count === 1 ? "The last request failed" : `The last ${shown} requests failed`,
  down: "Does not answer",
  paused: "Requests are paused",
  keyRefused: "Key refused",
  probing: "Being tried again",
  queue: "Queue",
  repeats: "Tried again",
  merged: "Asked once for several",
  lastAnswer: "Last answer",
  until: "until",
  tokenNone: "no token yet",
  tokenExpired: "expired",
  renewing: "being renewed",
  expires: "expires",
  outcomes: "Requests by result",
  covers: (total: string) =>
    `Figures of this process of the console since its start: ${total} to the API; latency of the last 512 answers at most.`,
  staleCache: (count: string) => `${count} answered with the last good answer`,
} as const;

/** `in 12 ms (p95 30 ms)` */
export function latencyInWords(
  { p50Ms, p95Ms }: { p50Ms: number; p95Ms: number },
  count: (value: number) => string,
): string {
  return `${count(p50Ms)} ms (p95 ${count(p95Ms)} ms)`;
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
