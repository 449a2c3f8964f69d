import type { ApiStatus } from "#lib/contract/api-status.ts";

/** The API's health in one word. */
export type HealthState = "answers" | "failing" | "failed" | "down" | "probing" | "paused" | "keyRefused" | "notAsked";

/** Results that say nothing about the API's health: the API answered, or the request was cancelled. */
const noErrors: ReadonlySet<string> = new Set(["ok", "aborted", "upstream_refused"]);

/** If at least this share of the requests failed, the state names these errors before anything else. */
const manyErrors = 0.1;

/** The number of requests that failed or were refused. The page lists the same requests as failed. */
export function failedRequests({ requests }: Pick<ApiStatus, "requests">): number {
  return requests.reduce((sum, { outcome, count }) => sum + (outcome === "ok" || outcome === "aborted" ? 0 : count), 0);
}

/** The share of requests that failed, from 0 to 1; 0 if there were no requests. */
export function errorShare({ requests }: Pick<ApiStatus, "requests">): number {
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  const failed = requests.reduce((sum, { outcome, count }) => sum + (noErrors.has(outcome) ? 0 : count), 0);
  return total === 0 ? 0 : failed / total;
}

/** The most important fact about the API's state. */
export function healthStateOf(health: Pick<ApiStatus, "requests" | "failedInRow" | "availability">): HealthState {
  if (health.availability === "key_refused") return "keyRefused";
  if (health.availability !== "available") return health.availability;
  if (health.requests.length === 0) return "notAsked";
  // The share of errors covers the time since the process started. So the share may be low although the API no longer
  // answers.
  if (health.failedInRow > 0) return "failed";
  return errorShare(health) >= manyErrors ? "failing" : "answers";
}
