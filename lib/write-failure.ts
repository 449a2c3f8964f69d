import type { OutcomeDetail } from "./contract/operation-outcome.ts";
import { detailOf } from "./operation-outcome.ts";
import type { ShownProblem } from "./shown-problem.ts";

/** Refusals that come before the console records anything: the write was not sent. */
const beforehand: ReadonlySet<ShownProblem["code"]> = new Set([
  ...(["not_signed_in", "forbidden", "cross_site_request", "invalid_request", "not_found"] as const),
  ...(["method_not_allowed", "payload_too_large", "unsupported_media_type", "too_many_attempts"] as const),
  // The operation that comes with these is another one.
  ...(["same_creation", "idempotency_key_reused"] as const),
]);

/**
 * How a write stands whose request was answered with an error, or not at all. Without an operation it was
 * prevented only where the console refuses such a request before it records anything; else nobody can tell here.
 */
export function detailOfFailure({ code, operation }: Pick<ShownProblem, "code" | "operation">): OutcomeDetail {
  if (beforehand.has(code) && operation?.problem?.code !== code) return "prevented";
  return operation ? detailOf(operation) : "unknown";
}
