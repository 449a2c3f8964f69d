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

/** The errors of a write that is recorded and then sent to the API. */
export const writeErrors = [
  ...apiErrors,
  "frozen",
  "change_limit_reached",
  "not_sent",
  "outcome_unknown",
] as const satisfies readonly ErrorCode[];

/**
 * The errors of a contract change, however it is started. A change that a person sends directly can also need approval,
 * and a decision can come too late.
 */
export const contractChangeErrors = [
  ...writeErrors,
  "contract_changed",
  "left_view",
  "view_changed",
  "customer_busy",
  "customer_not_found_within_bound",
] as const satisfies readonly ErrorCode[];
