import { AppError, isAppError } from "#lib/contract/app-error.ts";
import type { ErrorCode, Problem } from "#lib/contract/errors.ts";
import type { OperationProblem } from "#lib/contract/operation.ts";

const titles: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "Invalid request",
  not_signed_in: "You are not signed in",
  sign_in_failed: "Sign-in failed",
  forbidden: "You do not have permission",
  cross_site_request: "The request did not come from Switchboard",
  not_found: "Not found",
  not_offered: "Not provided by the API",
  customer_not_found_within_bound: "Not among the customers checked",
  contract_changed: "The contract has changed in the meantime",
  customer_busy: "This customer is busy",
  same_creation: "You just requested the same customer",
  bulk_moved: "The bulk change is in another state now",
  too_many_bulks: "Too many unfinished bulk changes",
  idempotency_key_reused: "This key belongs to another request",
  not_sent: "The request was not sent",
  outcome_unknown: "Outcome unknown",
  method_not_allowed: "Method not allowed",
  payload_too_large: "The request is too large",
  unsupported_media_type: "The request must be JSON",
  too_many_attempts: "Too many attempts",
  too_many_writes: "Too many changes",
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

/** An error as the reader may know it: anything unexpected becomes `internal`, findable by its request ID. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError("internal", "An unexpected error occurred. Search the Switchboard log for its request ID.", {
    cause: error,
  });
}

/** An error as it is kept and shown (RFC 9457). */
export function problemOf(error: AppError, requestID: string): Problem {
  return {
    type: `urn:switchboard:problem:${error.code}`,
    title: titles[error.code],
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
  };
}

/** The body of an error's answer: the problem, and the write that it is about where there is one. */
export function problemAnswer(error: AppError, requestID: string): OperationProblem {
  return { ...problemOf(error, requestID), ...(error.operation === undefined ? {} : { operation: error.operation }) };
}

/** After how many seconds a failed store is tried again: by then a database has usually failed over. */
export const storeRetrySeconds = 5;

/** After how many seconds a retry may help, for the Retry-After header. */
export function retryAfterSeconds(error: AppError, nowMs: number): number | undefined {
  if (error.retryAt === undefined) return error.code === "store_unavailable" ? storeRetrySeconds : undefined;
  return Math.max(1, Math.ceil((Date.parse(error.retryAt) - nowMs) / 1000));
}
