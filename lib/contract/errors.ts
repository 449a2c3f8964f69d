import { z } from "zod";

/**
 * Every error that the console can show, with the HTTP status that it has unless the throw names
 * another (an API's refusal keeps the API's own status).
 */
export const errorStatus = {
  invalid_request: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  forbidden: 403,
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
  /** The same person has just begun a creation with the same values. Nothing was sent; `operation` is that one. */
  same_creation: 409,
  /** A bulk change is not where this step begins: somebody was quicker, or it has moved on. */
  bulk_moved: 409,
  /** The environment has as many unfinished bulk changes as it may have. Nothing was begun. */
  too_many_bulks: 409,
  /** The same `Idempotency-Key` with another request. */
  idempotency_key_reused: 422,
  /** A write that the console never sent, because it stopped before. */
  not_sent: 503,
  /** A write that was on its way when the console stopped: it may have been done or not. */
  outcome_unknown: 503,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  /** The person has changed or begun as much as one may in a time. Nothing was done. `retryAt` says when to go on. */
  too_many_writes: 429,
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

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** A message about the request, at the field that it names where it names one. */
export interface FieldError {
  field?: string;
  message: string;
}

/** How far a walk through a list has come: it began at row `from` and is before row `to` of `total`. */
export const walkedSchema = z.object({ from: z.number(), to: z.number(), total: z.number() });

export type Walked = z.infer<typeof walkedSchema>;

/** A problem document (RFC 9457), the body of every error of the BFF. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z.array(z.object({ field: z.string().optional(), message: z.string() })).default([]),
  requestID: z.string(),
  upstreamStatus: z.number().optional(),
  retryAt: z.string().optional(),
  walked: walkedSchema.optional(),
  /** Of a job that the API does not know: true once the server has decided that it is gone. */
  gone: z.literal(true).optional(),
  reason: z.string().optional(),
});

export type Problem = z.infer<typeof problemSchema>;
