import type { AppError } from "#lib/contract/operations/app-error.ts";

/**
 * The result of a write. It says whether something may have changed, so that no caller guesses from an error:
 *
 * - `accepted`: a complete 2xx answer that could be read
 * - `rejected`: a complete refusal; nothing changed, and sending the same again is refused again
 * - `not-sent`: no byte of it reached the API, or the API refused it unread (401, 429)
 * - `unknown`: it may have been done or not: no answer, a broken one, 408 or any 5xx. It is
 *   resolved by reading and never resent automatically (specification, section 7)
 */
export type WriteResult<Value> =
  | { outcome: "accepted"; value: Value; status: number }
  | { outcome: "rejected"; error: AppError }
  | { outcome: "not-sent"; error: AppError }
  | { outcome: "unknown"; error: AppError };

export interface SendOptions {
  /** Called just before the write leaves, each time; throws an AppError where it must not be sent any more. */
  beforeSend?: (() => void) | undefined;
}
