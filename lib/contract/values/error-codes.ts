/**
 * Every error that the console can show, with its HTTP status. An error can be thrown with another status: a refusal by
 * the API keeps the API's own status.
 */
export const errorStatus = {
  invalid_request: 400,
  /** The console keeps no record of known customers (`KNOWN_CUSTOMERS=off`). Its filters and lists do not exist. */
  known_customers_off: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  /**
   * The password was right, and the person has a second factor. `methods` says which kinds. There is no session yet.
   */
  second_factor_required: 403,
  /** The code is wrong or too old, or was already used. */
  second_factor_failed: 401,
  /** The password is right, but people sign in here only with single sign-on. There is no session. */
  sso_required: 403,
  /** No API client has this key, or the key is revoked or has expired. */
  invalid_key: 401,
  /** Only people may do this. An API client has no session, so it cannot prove its identity. Nothing was done. */
  not_for_clients: 403,
  forbidden: 403,
  /**
   * The sender's role allows the action, but the sender has requested, runs or released the same change. So another
   * person must act. Nothing was done.
   */
  other_person_required: 403,
  /** A dangerous action needs a proof of identity from the last ten minutes. Nothing was done. */
  step_up_required: 403,
  /** The password, code or passkey does not prove the person's identity. */
  step_up_failed: 403,
  /**
   * The console requires a second factor, and this session has none. The session can only be used to set up a second
   * factor.
   */
  factor_required: 403,
  /** The console would lose the last administrator who can sign in. Nothing was changed. */
  last_administrator: 409,
  /** The policy names this person for break-glass, so the person must stay able to sign in. Nothing was changed. */
  break_glass_person: 409,
  /** The policy requires the approval of a second person: `POST …/approvals` requests it. Nothing was sent. */
  approval_required: 403,
  /**
   * A request for approval was already decided, has expired, or does not cover the content that the sender reviewed.
   * Nothing was sent.
   */
  approval_moved: 409,
  /** Another person has changed the policy since the sender read it. Nothing was changed. */
  policy_changed: 409,
  cross_site_request: 403,
  not_found: 404,
  /** The API has no such list or function at the configured path. */
  not_offered: 404,
  /**
   * No search finds the customer, and it is not among the rows of the list that were read. `walked` has the progress.
   */
  customer_not_found_within_bound: 404,
  /** The contract differs from `expected`, because another person has changed it. Nothing was sent. */
  contract_changed: 409,
  /** A job is running on the customer, or another change of its contract is in progress. Nothing was sent. */
  customer_busy: 409,
  /** The same person has just started a creation with the same values (`operation`). Nothing was sent. */
  same_creation: 409,
  /**
   * The bulk change or the import is not in the state that this step requires. Another person may have changed it
   * first.
   */
  run_moved: 409,
  /** The item waits for a decision, so it cannot be marked as handled. */
  needs_decision: 409,
  /** The environment has reached the limit of unfinished bulk changes. Nothing was started. */
  too_many_bulks: 409,
  /** The customer has an open planned change (`plannedChangeID`). Nothing was planned. */
  planned_exists: 409,
  /** The planned change is not in the state that this step requires. Another person may have changed it first. */
  planned_moved: 409,
  /** The environment or the person has reached the limit of open planned changes. Nothing was planned. */
  too_many_planned: 409,
  /**
   * The local time does not exist or exists twice. `readings` has the two instants that it can mean. Nothing was
   * planned.
   */
  unclear_time: 422,
  /**
   * The person has reached the limit of unfinished imports, or another import is creating customers. Nothing was
   * started.
   */
  too_many_imports: 409,
  /** The same file was already uploaded. `errors` names the import of that file. Nothing was stored. */
  same_file: 409,
  /** The same `Idempotency-Key` was already used for another request. */
  idempotency_key_reused: 422,
  /** A single sign-on provider does not answer. */
  sso_unavailable: 503,
  /** The console stopped before it sent the write. */
  not_sent: 503,
  /** The console stopped while it was sending the write. The write may have been done or not. */
  outcome_unknown: 503,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  /**
   * The person has reached the limit of changes and exports per minute. Nothing was done. `retryAt` says when to try
   * again.
   */
  too_many_writes: 429,
  /** An API client, or a network from which people sign in, has reached its limit of requests per minute. */
  too_many_requests: 429,
  /** This session has reached its limit of streams. With status 503, the console has reached its own limit. */
  too_many_streams: 429,
  internal: 500,
  store_unavailable: 503,
  draining: 503,
  /** The API refused the request (400, 403, 404, 409, 413, 422 and others). */
  upstream_refused: 502,
  /** The API refused the key, or refused a fresh token twice. The configuration is wrong. */
  upstream_credentials: 502,
  /** No connection to the API was possible, or the connection broke. */
  upstream_unreachable: 502,
  /** The API answered with HTML, cut-off JSON, an empty body, or values of a wrong type. */
  upstream_malformed: 502,
  upstream_too_large: 502,
  /** The API answered with a status of 500 or above. */
  upstream_failed: 502,
  /** The API answered 429. `retryAt` says when requests may be sent again. */
  upstream_rate_limited: 503,
  upstream_timeout: 504,
  /** Nothing was sent, because the API has failed too often. `retryAt` says when a request will be tried. */
  upstream_paused: 503,
  /** Nothing was sent, because too many requests already wait for the API. */
  upstream_busy: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/**
 * A message about a request. `field` is the field that the message is about; absent if it is about the whole request.
 */
export interface FieldError {
  field?: string;
  message: string;
}
