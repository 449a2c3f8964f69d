import { AppError, isAppError } from "#lib/contract/app-error.ts";
import type { ErrorCode, Problem } from "#lib/contract/errors.ts";
import type { OperationProblem } from "#lib/contract/operation.ts";

const titles: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "The request is not valid",
  not_signed_in: "You are not signed in",
  sign_in_failed: "Signing in failed",
  forbidden: "You may not do this",
  cross_site_request: "The request did not come from this console",
  not_found: "Not found",
  not_offered: "The API does not offer this",
  customer_not_found_within_bound: "Not among the customers looked through",
  contract_changed: "The contract has changed meanwhile",
  customer_busy: "Work on this customer is under way",
  same_creation: "The same was just created",
  bulk_moved: "The bulk change has moved on",
  too_many_bulks: "Too many bulk changes are unfinished",
  idempotency_key_reused: "This key belongs to another request",
  not_sent: "The request was never sent",
  outcome_unknown: "Nobody can tell what became of it",
  method_not_allowed: "Method not allowed",
  payload_too_large: "The request is too large",
  unsupported_media_type: "The request must be JSON",
  too_many_attempts: "Too many attempts",
  too_many_writes: "Too many changes for now",
  too_many_streams: "Too many streams",
  internal: "Something went wrong in the console",
  store_unavailable: "The console's store is not available",
  draining: "The console is shutting down",
  upstream_refused: "The API refused the request",
  upstream_credentials: "The API refused the console's key",
  upstream_unreachable: "The API cannot be reached",
  upstream_malformed: "The API's answer cannot be read",
  upstream_too_large: "The API's answer is too large",
  upstream_failed: "The API failed",
  upstream_rate_limited: "The API asks to wait",
  upstream_timeout: "The API took too long",
  upstream_paused: "Requests to the API are paused",
  upstream_busy: "Too many calls wait for the API",
};

/** An error as the reader may know it: anything unexpected becomes `internal`, findable by its request ID. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError("internal", "An unexpected error occurred. Its request ID finds it in the console's log.", {
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
