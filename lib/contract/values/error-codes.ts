/**
 * Every error that the console can show, with the HTTP status that it has unless the throw names
 * another (an API's refusal keeps the API's own status).
 */
export const errorStatus = {
  invalid_request: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  /** The password was right, and the person has a second factor: `methods` says which kinds. There is no session yet. */
  second_factor_required: 403,
  /** The code is wrong, too old, or was used already. */
  second_factor_failed: 401,
  /** The password is right, but people sign in here by single sign-on only. There is no session. */
  sso_required: 403,
  /** No API client has this key, or it is revoked or expired. */
  invalid_key: 401,
  /** Only people may do this: an API client has no session and cannot prove who it is. Nothing was done. */
  not_for_clients: 403,
  forbidden: 403,
  /** The role allows it, but not to the person who requested it, runs it or released it. Nothing was done. */
  other_person_required: 403,
  /** A dangerous action without a proof of identity within the last ten minutes. Nothing was done. */
  step_up_required: 403,
  /** The password, code or passkey that was to prove again who the person is does not. */
  step_up_failed: 403,
  /** The console requires a second factor, and this session has none: it can only be set up. */
  factor_required: 403,
  /** The last administrator who can sign in would be lost. Nothing was changed. */
  last_administrator: 409,
  /** The policy names this person for break-glass: they must stay able to sign in. Nothing was changed. */
  break_glass_person: 409,
  /** By the policy a second person has to approve this first: `POST …/approvals` asks for it. Nothing was sent. */
  approval_required: 403,
  /** A request for approval is decided already, expired, or for something else than was reviewed. Nothing was sent. */
  approval_moved: 409,
  /** Somebody else has changed the policy since it was read. Nothing was changed. */
  policy_changed: 409,
  cross_site_request: 403,
  not_found: 404,
  /** The API has no such thing at all, or not where the console was told to look for it. */
  not_offered: 404,
  /** A customer that no search finds is not among those looked through so far. `walked` says how far. */
  customer_not_found_within_bound: 404,
  /** `expected` no longer holds: somebody else has changed the contract. Nothing was sent. */
  contract_changed: 409,
  /** A job runs on the customer, or another change of its contract is under way. Nothing was sent. */
  customer_busy: 409,
  /** The same person has just started a creation with the same values, `operation`. Nothing was sent. */
  same_creation: 409,
  /** A bulk change or an import is not where this step begins: somebody was quicker, or it has moved on. */
  run_moved: 409,
  /** The environment has as many unfinished bulk changes as it may have. Nothing was started. */
  too_many_bulks: 409,
  /** The customer has an open planned change, `plannedChangeID`. Nothing was planned. */
  planned_exists: 409,
  /** A planned change is not where this step begins: somebody was quicker, or it has moved on. */
  planned_moved: 409,
  /** The environment, or the person, has as many open planned changes as there may be. Nothing was planned. */
  too_many_planned: 409,
  /** A local time that does not exist or exists twice: `readings` has both ways to read it. Nothing was planned. */
  unclear_time: 422,
  /** The person has as many unfinished imports as they may have, or another one creates customers. Nothing was started. */
  too_many_imports: 409,
  /** Exactly this file was uploaded before; `errors` names the import. Nothing was kept. */
  same_file: 409,
  /** The same `Idempotency-Key` with another request. */
  idempotency_key_reused: 422,
  /** A provider of single sign-on does not answer. */
  sso_unavailable: 503,
  /** A write that the console never sent, because it stopped before. */
  not_sent: 503,
  /** A write that was on its way when the console stopped: it may have been done or not. */
  outcome_unknown: 503,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  /** The person has reached the limit of changes and exports a minute. Nothing was done. `retryAt` says when to try again. */
  too_many_writes: 429,
  /** An API client, or a network that signs in, has reached its limit of requests a minute. */
  too_many_requests: 429,
  /** This session holds as many streams as one may; 503 where the console does. */
  too_many_streams: 429,
  internal: 500,
  store_unavailable: 503,
  draining: 503,
  /** The API answered with a refusal of its own (400, 403, 404, 409, 413, 422 and the like). */
  upstream_refused: 502,
  /** The API refused the key, or a fresh token twice: a configuration error. */
  upstream_credentials: 502,
  /** No connection, or one that broke. */
  upstream_unreachable: 502,
  /** HTML, truncated JSON, an empty or wrongly typed body. */
  upstream_malformed: 502,
  upstream_too_large: 502,
  /** The API answered 5xx. */
  upstream_failed: 502,
  /** The API answered 429. `retryAt` says when it may be asked again. */
  upstream_rate_limited: 503,
  upstream_timeout: 504,
  /** Nothing was sent: the API failed too often just now. `retryAt` says when a call is let through. */
  upstream_paused: 503,
  /** Nothing was sent: too many calls wait for the API already. */
  upstream_busy: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** A message about the request, at the field that it names where it names one. */
export interface FieldError {
  field?: string;
  message: string;
}
