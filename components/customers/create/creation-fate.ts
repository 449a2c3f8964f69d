import type { ShownProblem } from "#lib/shown-problem.ts";

/**
 * What an answer that is no success means for a creation that was sent. `refused`: it is kept as rejected, and
 * its key with it. `other`: its key belongs to other values. `not-kept`: the console refused it before it kept
 * anything, so its key is unused. `same`: so it was, because the person has just begun one like it. `unknown`: it may have been kept and sent, or not.
 */
export type CreationFate = "refused" | "other" | "not-kept" | "same" | "unknown";

/** Refusals that come before anything is kept. */
const beforehand: ReadonlySet<ShownProblem["code"]> = new Set([
  ...(["not_signed_in", "forbidden", "cross_site_request", "invalid_request", "not_found"] as const),
  ...(["method_not_allowed", "payload_too_large", "unsupported_media_type"] as const),
]);

export function fateOf({ code, operation }: ShownProblem): CreationFate {
  if (code === "idempotency_key_reused") return "other";
  if (code === "same_creation") return "same";
  if (operation?.state === "rejected") return "refused";
  return operation === undefined && beforehand.has(code) ? "not-kept" : "unknown";
}
