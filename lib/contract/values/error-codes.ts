/**
 * Every error code that the console can return, with its default HTTP status. An error can have a different status: if
 * the API refuses a request, the error keeps the API's status.
 */
export const errorStatus = {
  invalid_request: 400,
  /**
   * The console does not store known customers (`KNOWN_CUSTOMERS=off`), so their filters and lists are not available.
   */
  known_customers_off: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  /**
   * The password is correct, but the person must also give a second factor. `methods` lists the possible kinds. There
   * is no session yet.
   */
  second_factor_required: 403,
  /** The code is wrong, is too old, or was already used. */
  second_factor_failed: 401,
  /** The password is correct, but the console only allows single sign-on. There is no session. */
  sso_required: 403,
  /** No API client has this key, or the key is revoked or expired. */
  invalid_key: 401,
  /** Only people may do this. An API client has no session and cannot prove its identity. Nothing was done. */
  not_for_clients: 403,
  forbidden: 403,
  /**
   * The sender's role allows the action, but a different person must do it. The sender has requested, runs or released
   * the same change. Nothing was done.
   */
  other_person_required: 403,
  /** A dangerous action was refused, because it needs a recent proof of identity (ten minutes). Nothing was done. */
  step_up_required: 403,
  /** The password, the code or the passkey was not accepted as a proof of identity. */
  step_up_failed: 403,
  /**
   * The console requires a second factor, and the session has none. The session may only be used to set up a second
   * factor.
   */
  factor_required: 403,
  /** The console would lose the last administrator who can sign in. Nothing was changed. */
  last_administrator: 409,
  /** This person is the policy's break-glass administrator and must stay able to sign in. Nothing was changed. */
  break_glass_person: 409,
  /** The policy requires approval by a second person. `POST …/approvals` requests the approval. Nothing was sent. */
  approval_required: 403,
  /**
   * The approval request was already decided, has expired, or covers different content than the sender reviewed.
   * Nothing was sent.
   */
  approval_moved: 409,
  /**
   * The proposal of an assistant was already decided, has expired, or differs from what the sender reviewed. Nothing
   * was sent.
   */
  proposal_moved: 409,
  /**
   * The environment is frozen: an administrator has stopped its writes for a time. `retryAt` says when the freeze ends,
   * if that is known. Nothing was sent.
   */
  frozen: 409,
  /**
   * The person or key has changed as many customers in the last hour as the policy allows. `retryAt`: when the next
   * customer can be changed. A colleague can release more. Nothing was sent.
   */
  change_limit_reached: 429,
  /** Somebody has changed the policy since the sender read it. Nothing was changed. */
  policy_changed: 409,
  cross_site_request: 403,
  not_found: 404,
  /** The API has no list and no function at the configured path. */
  not_offered: 404,
  /** No search finds the customer, and the list was only read in part. `walked` contains the progress. */
  customer_not_found_within_bound: 404,
  /** The contract differs from `expected`, because somebody has changed it. Nothing was sent. */
  contract_changed: 409,
  /** The customer has left the view whose customers are changed. Nothing was sent. */
  left_view: 409,
  /**
   * The view whose customers are changed was edited or deleted, or it is not known whether the customer is still in the
   * view. Nothing was sent.
   */
  view_changed: 409,
  /** A job of the customer is running, or a change of the customer's contract is in progress. Nothing was sent. */
  customer_busy: 409,
  /**
   * An equal creation of the same person is running, has an uncertain outcome, or was started recently and succeeded.
   * `operation` contains this creation. Nothing was sent.
   */
  same_creation: 409,
  /**
   * The bulk change or the import is not in the state that this step requires. Another person may have changed the
   * state first.
   */
  run_moved: 409,
  /** The item cannot be marked as handled. It ends when a person decides or acts. */
  needs_decision: 409,
  /** Another person is assigned than the sender saw. Nothing was changed. */
  assignment_changed: 409,
  /** The environment has reached the limit of unfinished bulk changes. Nothing was started. */
  too_many_bulks: 409,
  /** The customer already has an open planned change (`plannedChangeID`). Nothing was planned. */
  planned_exists: 409,
  /** The planned change is not in the state that this step requires. Somebody may have changed it first. */
  planned_moved: 409,
  /** The environment or the person has reached the limit of open planned changes. Nothing was planned. */
  too_many_planned: 409,
  /**
   * The local time does not exist or exists twice. `readings` contains the two instants that it can mean. Nothing was
   * planned.
   */
  unclear_time: 422,
  /**
   * The person has reached the limit of unfinished imports, or a different import is creating customers. Nothing was
   * started.
   */
  too_many_imports: 409,
  /** The same file was already uploaded. `errors` contains the ID of the import of that file. Nothing was stored. */
  same_file: 409,
  /** The `Idempotency-Key` was already used for a different request. */
  idempotency_key_reused: 422,
  /** A single sign-on provider does not answer. */
  sso_unavailable: 503,
  /** The console stopped before it sent the write. */
  not_sent: 503,
  /** The console stopped while it was sending the write. It is unknown whether the write had an effect. */
  outcome_unknown: 503,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  /**
   * The person has reached the limit of changes and exports per minute. Nothing was done. `retryAt` says when a new
   * attempt is possible.
   */
  too_many_writes: 429,
  /**
   * An API client has reached its limit of requests per minute, or a network has reached its limit of sign-ins per
   * minute.
   */
  too_many_requests: 429,
  /** An assistant has too many waiting proposals, or has made too many in an hour. Nothing was proposed. */
  too_many_proposals: 429,
  /** The session has reached its limit of streams. With status 503: the server has reached its limit of streams. */
  too_many_streams: 429,
  internal: 500,
  store_unavailable: 503,
  draining: 503,
  /** The API refused the request (400, 403, 404, 409, 413, 422 and others). */
  upstream_refused: 502,
  /** The API refused the key, or refused two new tokens in a row. The configuration is wrong. */
  upstream_credentials: 502,
  /** The API could not be reached, or the connection broke. */
  upstream_unreachable: 502,
  /** The API answered with HTML, truncated JSON, an empty body, or values of a wrong type. */
  upstream_malformed: 502,
  upstream_too_large: 502,
  /** The API answered with a status of 500 or above. */
  upstream_failed: 502,
  /** The API answered 429. `retryAt` says when the console sends requests again. */
  upstream_rate_limited: 503,
  upstream_timeout: 504,
  /** Nothing was sent, because the API has failed too often. `retryAt` says when the console sends the next request. */
  upstream_paused: 503,
  /** Nothing was sent, because too many requests are already waiting for the API. */
  upstream_busy: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/**
 * A message about a request. `field` is the field that the message is about; absent if it is about the request as a
 * whole.
 */
export interface FieldError {
  field?: string;
  message: string;
}
