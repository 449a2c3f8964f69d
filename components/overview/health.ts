import type { OverviewValue } from "#lib/contract/overview.ts";

type ApiHealth = OverviewValue<"api">;

/** How the API stands, in one word. */
export type Verdict = "answers" | "failing" | "failed" | "down" | "probing" | "paused" | "keyRefused" | "notAsked";

/** What says nothing about the API's health: it answered, or nobody waited for its answer. */
const noErrors: ReadonlySet<string> = new Set(["ok", "aborted", "upstream_refused"]);

/** From this share on errors are what one must know first. */
const manyErrors = 0.1;

/** The share of requests that failed, from 0 to 1; 0 where there were none. */
export function errorShare({ requests }: Pick<ApiHealth, "requests">): number {
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  const failed = requests.reduce((sum, { outcome, count }) => sum + (noErrors.has(outcome) ? 0 : count), 0);
  return total === 0 ? 0 : failed / total;
}

/** What to say first about the API. */
export function verdictOf(health: Pick<ApiHealth, "requests" | "failedInRow" | "availability">): Verdict {
  if (health.availability === "key_refused") return "keyRefused";
  if (health.availability !== "available") return health.availability;
  if (health.requests.length === 0) return "notAsked";
  // The shares are those since the start: they may be good while nothing is answered any more.
  if (health.failedInRow > 0) return "failed";
  return errorShare(health) >= manyErrors ? "failing" : "answers";
}
