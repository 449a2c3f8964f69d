import type { AppError } from "#lib/contract/operations/app-error.ts";

/**
 * The result of a write. It says whether something may have changed, so that callers need not derive that from an
 * error:
 * - `accepted`: the answer is a complete, readable 2xx
 * - `rejected`: the API refused the request. Nothing changed, and the same request would be refused again
 * - `not-sent`: no byte reached the API, or the API refused the request without processing it (401, 429)
 * - `unknown`: there was no answer, a broken answer, a 408, another 4xx that may come from a proxy, or a 5xx. The write
 *   may or may not have been done. The caller must find out by reading. The client never sends the write again
 *   automatically (specification, section 7)
 */
export type WriteResult<Value> =
  | { outcome: "accepted"; value: Value; status: number }
  | { outcome: "rejected"; error: AppError }
  | { outcome: "not-sent"; error: AppError }
  | { outcome: "unknown"; error: AppError };
