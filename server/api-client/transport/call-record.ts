import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";

/**
 * The record of one attempt, or of a call that sent no request. It is used for logs, metrics and the recorded calls. It
 * has no headers, so it never has the key or the token.
 */
export interface CallRecord {
  environment: Environment;
  /**
   * How the call ended:
   * - `attempt`: it sent its own request
   * - `merged`: a read that shared the answer of an identical read
   * - `stale`: a read that got the last good answer
   * - `held`: the call was not sent, for example because of a pause or a full queue
   */
  kind: "attempt" | "merged" | "stale" | "held";
  /** The number of the record, counted for each client. Attempts are numbered in sending order. */
  number: number;
  method: string;
  /** The path below the prefix of the environment, without the query. */
  path: string;
  /** The path with a parameter name in place of the ID. Present only if the path names a single resource. */
  template?: string | undefined;
  /** The query as sent, without its question mark. It may contain the name of a person. */
  query?: string | undefined;
  /** 1 for the first attempt, 2 for the first retry, 0 for a call that sent no request. */
  attempt: number;
  /** The number of the previous attempt, if this is a retry. `reason` is the error of that attempt. */
  retryOf?: number | undefined;
  reason?: ErrorCode | undefined;
  requestID: string;
  /** What made the call, for example `overview` or `verifier`. */
  caller?: string | undefined;
  /** The write that the call belongs to. */
  operationID?: string | undefined;
  /**
   * How long the attempt waited before it started, for example for the queue, a pause, a token or a backoff. Counted
   * from the start of the call, or from the end of the previous attempt. In milliseconds.
   */
  waitMs: number;
  /** The time from the start of the attempt until its status arrived, in milliseconds. Missing if no answer arrived. */
  firstByteMs?: number | undefined;
  durationMs: number;
  /** The size of the answer's body, in bytes. */
  bytes: number;
  /** True as soon as the first byte of the request may have been sent. */
  wasSent: boolean;
  /** Missing if no answer arrived. */
  status?: number | undefined;
  outcome: "ok" | "aborted" | ErrorCode;
  /** The API's own ID for the request, if it has a valid form. */
  upstreamRequestID?: string | undefined;
  /** The first 100 characters of the API's `Retry-After`. */
  retryAfter?: string | undefined;
  tokenAgeMs?: number | undefined;
  breaker?: "closed" | "open" | "half-open" | undefined;
  /** The request body and the response body, for recorders that may store them. Missing for `POST /auth`. */
  bodies?: { request: unknown; response: string | undefined } | undefined;
}

/**
 * The data that all attempts of one call share. The record of a retry names the previous attempt and its error from
 * this data.
 */
export interface CallTrail {
  call: CallContext;
  /** When the wait for the next attempt began, by the monotonic clock. */
  waitingSinceMs: number;
  lastNumber?: number | undefined;
  reason?: ErrorCode | undefined;
  /** True as soon as any record of the call has been reported. */
  hasRecord: boolean;
}

/** The facts about an answer, for the record of its attempt. */
export interface AnswerFacts {
  status?: number;
  firstByteMs?: number;
  bytes: number;
  /** The number of the attempt. It is set when the attempt is sent. */
  number?: number;
  upstreamRequestID?: string | undefined;
  retryAfter?: string | undefined;
  text?: string;
}

/** Returns the next number of a client's records. */
export type CallNumbers = () => number;

export function createCallNumbers(): CallNumbers {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

const plainID = /^[\x21-\x7e]{1,128}$/;

/** The API's own ID for a request. It comes from outside, so only visible ASCII characters are accepted. */
export function upstreamRequestIDOf(header: string | null, own: string): string | undefined {
  if (header === own) return own;
  return header !== null && plainID.test(header) ? header : undefined;
}
