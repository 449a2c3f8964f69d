import type { ErrorCode, Problem } from "#lib/contract/errors.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { OperationProblem } from "#lib/contract/operations/operation.ts";

/** The title of each error code. */
export const problemTitles: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "Invalid request",
  known_customers_off: "Known customers are off",
  not_signed_in: "You are not signed in",
  sign_in_failed: "Sign-in failed",
  invalid_key: "The key is not valid",
  not_for_clients: "Not for API clients",
  sso_required: "Single sign-on is required",
  second_factor_required: "A second factor is needed",
  second_factor_failed: "The code is wrong",
  factor_required: "Set up a second factor first",
  forbidden: "You do not have permission",
  other_person_required: "Another person has to do this",
  step_up_required: "Confirm that it is you",
  last_administrator: "The last administrator",
  approval_required: "A second person has to approve this",
  approval_moved: "The request for approval has changed",
  proposal_moved: "The proposal is in another state now",
  frozen: "Changes are frozen",
  change_limit_reached: "The change limit is reached",
  policy_changed: "The policy was changed in the meantime",
  break_glass_person: "The break-glass administrator",
  step_up_failed: "You are not confirmed",
  cross_site_request: "The request did not come from Switchboard",
  not_found: "Not found",
  not_offered: "Not provided by the API",
  customer_not_found_within_bound: "Not among the customers checked",
  contract_changed: "The contract has changed in the meantime",
  left_view: "The customer has left the view",
  view_changed: "The view has changed in the meantime",
  customer_busy: "This customer is busy",
  same_creation: "You just requested the same customer",
  run_moved: "The bulk change or import is in another state now",
  needs_decision: "This cannot be marked as handled",
  assignment_changed: "Somebody else is assigned now",
  too_many_bulks: "Too many unfinished bulk changes",
  too_many_imports: "Too many unfinished imports",
  same_file: "This file was uploaded before",
  planned_exists: "This customer has a planned change",
  planned_moved: "The planned change is in another state now",
  too_many_planned: "Too many planned changes",
  unclear_time: "This time does not exist or exists twice",
  sso_unavailable: "Single sign-on is not available",
  idempotency_key_reused: "This key belongs to another request",
  not_sent: "The request was not sent",
  outcome_unknown: "Outcome unknown",
  method_not_allowed: "Method not allowed",
  payload_too_large: "The request is too large",
  unsupported_media_type: "The request has another format than expected",
  too_many_attempts: "Too many attempts",
  too_many_writes: "Too many changes",
  too_many_requests: "Too many requests",
  too_many_proposals: "Too many proposals",
  too_many_streams: "Too many streams",
  internal: "Unexpected error in Switchboard",
  store_unavailable: "Switchboard's database is not available",
  draining: "Switchboard is shutting down",
  upstream_refused: "The API refused the request",
  upstream_credentials: "The API refused Switchboard's key",
  upstream_unreachable: "The API cannot be reached",
  upstream_malformed: "Invalid response from the API",
  upstream_too_large: "The response of the API is too large",
  upstream_failed: "The API failed",
  upstream_rate_limited: "Rate limited by the API",
  upstream_timeout: "The API did not respond in time",
  upstream_paused: "Requests to the API are paused",
  upstream_busy: "Too many requests are waiting for the API",
};

/**
 * Converts any error to an error that may be shown. An unexpected error becomes `internal`. A person can find the
 * unexpected error in the log by its request ID.
 */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError("internal", "An unexpected error occurred. Search the Switchboard log for its request ID.", {
    cause: error,
  });
}

/** Converts an error to the form that is stored and shown (RFC 9457). */
export function problemOf(error: AppError, requestID: string): Problem {
  return {
    type: `urn:switchboard:problem:${error.code}`,
    title: problemTitles[error.code],
    status: error.status,
    detail: error.message,
    code: error.code,
    errors: error.errors,
    requestID,
    ...(error.upstreamStatus === undefined ? {} : { upstreamStatus: error.upstreamStatus }),
    ...(error.retryAt === undefined ? {} : { retryAt: error.retryAt }),
    ...(error.walked === undefined ? {} : { walked: error.walked }),
    ...(error.gone ? { gone: true as const } : {}),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.readings === undefined ? {} : { readings: [...error.readings] }),
    ...(error.plannedChangeID === undefined ? {} : { plannedChangeID: error.plannedChangeID }),
    ...(error.methods === undefined ? {} : { methods: [...error.methods] }),
  };
}

/**
 * The body of an error response. It contains the problem. If the problem concerns an operation, it also contains the
 * operation.
 */
export function problemAnswer(error: AppError, requestID: string): OperationProblem {
  return { ...problemOf(error, requestID), ...(error.operation === undefined ? {} : { operation: error.operation }) };
}

/**
 * How many seconds a client should wait after the store has failed. A database usually needs less time to switch to its
 * standby server.
 */
export const storeRetrySeconds = 5;

/** The value of the Retry-After header, in seconds. Undefined if a retry would not help. */
export function retryAfterSeconds(error: AppError, nowMs: number): number | undefined {
  if (error.retryAt === undefined) return error.code === "store_unavailable" ? storeRetrySeconds : undefined;
  return Math.max(1, Math.ceil((Date.parse(error.retryAt) - nowMs) / 1000));
}
