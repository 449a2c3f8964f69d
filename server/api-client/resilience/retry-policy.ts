import type { AppError } from "#lib/contract/operations/app-error.ts";

/** The maximum pause before the first retry, in milliseconds. It doubles with each further retry. */
const firstDelayMs = 500;

const maxDelayMs = 8_000;

/**
 * The maximum number of attempts after this error (specification, section 7: "exponential backoff", "limited retry"):
 * - 3 for 429, 503 and broken connections
 * - 2 for any other 5xx, and for a time-out of a single attempt
 * - 1 for every other error
 */
export function attemptsFor(error: AppError): number {
  switch (error.code) {
    case "upstream_rate_limited":
    case "upstream_unreachable":
      return 3;
    case "upstream_failed":
      return error.upstreamStatus === 503 ? 3 : 2;
    case "upstream_timeout":
      return 2;
    default:
      return 1;
  }
}

/**
 * The pause after `made` attempts, in milliseconds. The maximum pause is 500 ms after the first attempt and doubles
 * with each further attempt, up to 8 s. The pause is a random part of this maximum: `random` is in [0, 1).
 */
export function backoffMs(made: number, random: number): number {
  return random * Math.min(firstDelayMs * 2 ** (made - 1), maxDelayMs);
}

/** The wait that the API requests, in milliseconds from now. 0 if the API requests no wait. */
export function retryAfterMs(error: AppError, nowMs: number): number {
  return error.retryAt === undefined ? 0 : Math.max(Date.parse(error.retryAt) - nowMs, 0);
}
