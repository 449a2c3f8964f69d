import type { ErrorCode } from "#lib/contract/errors.ts";

/** An error code of a route. With a status if the route's status differs from the default of the code. */
export type RouteError = ErrorCode | `${ErrorCode} ${number}`;

/** The errors of a call to the API. The handler of a route that calls the API can throw each of them. */
export const apiErrors = [
  "upstream_refused",
  "upstream_credentials",
  "upstream_unreachable",
  "upstream_malformed",
  "upstream_too_large",
  "upstream_failed",
  "upstream_rate_limited",
  "upstream_timeout",
  "upstream_paused",
  "upstream_busy",
  "draining",
] as const satisfies readonly ErrorCode[];

/** The errors of a write that is recorded and then sent to the API. An unknown outcome is no error: the answer is 202. */
export const writeErrors = [
  ...apiErrors,
  "frozen",
  "change_limit_reached",
  "not_sent",
] as const satisfies readonly ErrorCode[];

/**
 * The errors of a decision that sends a contract change. As soon as the change is recorded, its failure is no error of
 * the decision: the answer has the operation, with its problem.
 */
export const decisionErrors = [
  ...apiErrors,
  "frozen",
  "change_limit_reached",
  "contract_changed",
  "customer_not_found_within_bound",
] as const satisfies readonly ErrorCode[];
