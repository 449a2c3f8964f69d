import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { outcomeDetail } from "./operation-outcome.ts";

/** The problems with which the console refuses a write before storing anything. The write was not sent. */
const beforehand: ReadonlySet<ShownProblem["code"]> = new Set([
  ...([
    "not_signed_in",
    "forbidden",
    "other_person_required",
    "cross_site_request",
    "invalid_request",
    "not_found",
  ] as const),
  ...(["method_not_allowed", "payload_too_large", "unsupported_media_type", "too_many_attempts"] as const),
  ...(["too_many_writes", "too_many_requests", "approval_required", "approval_moved"] as const),
  ...(["factor_required", "step_up_required", "not_for_clients", "invalid_key"] as const),
  // With these problems, `operation` is an earlier write, not the refused write.
  ...(["same_creation", "idempotency_key_reused"] as const),
]);

/**
 * Returns the outcome detail of a write whose request failed or got no answer. The detail is `prevented` if the console
 * refused the request before storing anything. Otherwise it is the detail of the operation in the problem, or `unknown`
 * if the problem has no operation.
 */
export function detailOfFailure({ code, operation }: Pick<ShownProblem, "code" | "operation">): OutcomeDetail {
  if (beforehand.has(code) && operation?.problem?.code !== code) return "prevented";
  return operation ? outcomeDetail(operation) : "unknown";
}
