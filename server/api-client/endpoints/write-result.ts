import type { AppError } from "#lib/contract/operations/app-error.ts";

/**
 * The result of a write. It shows whether something may have changed, so that callers need not guess from an error:
 * - `accepted`: a complete, readable 2xx answer
 * - `rejected`: a complete refusal. Nothing changed, and the same request would be refused again
 * - `not-sent`: no byte reached the API, or the API refused the request without processing it (401, 429)
 * - `unknown`: no answer, a broken answer, 408 or any 5xx. The write may or may not have been done. The outcome is
 *   found by reading, and the write is never sent again automatically (specification, section 7)
 */
export type WriteResult<Value> =
  | { outcome: "accepted"; value: Value; status: number }
  | { outcome: "rejected"; error: AppError }
  | { outcome: "not-sent"; error: AppError }
  | { outcome: "unknown"; error: AppError };
