import type { ApiStatus } from "#lib/contract/api-status.ts";

/** How the API stands, in one word. */
export type HealthState = "answers" | "failing" | "failed" | "down" | "probing" | "paused" | "keyRefused" | "notAsked";

/** Errors that say nothing about the API's health: it answered, or the request was cancelled. */
const noErrors: ReadonlySet<string> = new Set(["ok", "aborted", "upstream_refused"]);

/** From this share on errors are what one must know first. */
const manyErrors = 0.1;

/** How many requests failed, refused ones too: those that the page lists as failed. */
export function failedRequests({ requests }: Pick<ApiStatus, "requests">): number {
  return requests.reduce((sum, { outcome, count }) => sum + (outcome === "ok" || outcome === "aborted" ? 0 : count), 0);
}

/** The share of requests that failed, from 0 to 1; 0 where there were none. */
export function errorShare({ requests }: Pick<ApiStatus, "requests">): number {
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  const failed = requests.reduce((sum, { outcome, count }) => sum + (noErrors.has(outcome) ? 0 : count), 0);
  return total === 0 ? 0 : failed / total;
}

/** What to say first about the API. */
export function healthStateOf(health: Pick<ApiStatus, "requests" | "failedInRow" | "availability">): HealthState {
  if (health.availability === "key_refused") return "keyRefused";
  if (health.availability !== "available") return health.availability;
  if (health.requests.length === 0) return "notAsked";
  // The shares are those since the start: they may be good while nothing is answered any more.
  if (health.failedInRow > 0) return "failed";
  return errorShare(health) >= manyErrors ? "failing" : "answers";
}
