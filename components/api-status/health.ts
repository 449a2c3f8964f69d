import type { ApiStatus } from "#lib/contract/api-status.ts";

/** The API's health in one word. */
export type HealthState = "answers" | "failing" | "failed" | "down" | "probing" | "paused" | "keyRefused" | "notAsked";

/** Results that do not count as errors of the API: the API answered, or the request was cancelled. */
const noErrors: ReadonlySet<string> = new Set(["ok", "aborted", "upstream_refused"]);

/** From this share of failed requests on, the state is `failing`. */
const manyErrors = 0.1;

/**
 * The number of requests that failed. Like the page's list of failed requests, it does not count requests that the API
 * refused, because a refusal is an answer.
 */
export function failedRequests({ requests }: Pick<ApiStatus, "requests">): number {
  return requests.reduce((sum, { outcome, count }) => sum + (noErrors.has(outcome) ? 0 : count), 0);
}

/** The share of failed requests, from 0 to 1. Returns 0 if there were no requests. */
export function errorShare({ requests }: Pick<ApiStatus, "requests">): number {
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? 0 : failedRequests({ requests }) / total;
}

/** The most important fact about the API's state. */
export function healthStateOf(health: Pick<ApiStatus, "requests" | "failedInRow" | "availability">): HealthState {
  if (health.availability === "key_refused") return "keyRefused";
  if (health.availability !== "available") return health.availability;
  if (health.requests.length === 0) return "notAsked";
  // The share of errors counts all requests since the process started. So the share may be low although the API no
  // longer answers.
  if (health.failedInRow > 0) return "failed";
  return errorShare(health) >= manyErrors ? "failing" : "answers";
}
