import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";

/**
 * The record of one attempt, or of one call that was answered without an attempt. Logs, metrics and the record of calls
 * use it. It contains no header, so it never contains the key or the token.
 */
export interface CallRecord {
  environment: Environment;
  /**
   * How the call was answered.
   * - `attempt`: by a request of its own
   * - `merged`: a read that shared the answer of an identical read
   * - `stale`: a read that received the last good answer
   * - `held`: the call was not sent because of a pause or a full queue
   */
  kind: "attempt" | "merged" | "stale" | "held";
  /** The sequence number of this client's records. Attempts are numbered in sending order. */
  number: number;
  method: string;
  /** The path relative to the environment's prefix, without the query. */
  path: string;
  /** The path without its ID. Present only if the path names one resource. */
  template?: string | undefined;
  /** The query as it was sent, without its question mark. It may contain a person's name. */
  query?: string | undefined;
  /** 1 for the first attempt, 2 for the first retry. */
  attempt: number;
  /** The number of the earlier attempt that this attempt retries, and the error of that earlier attempt. */
  retryOf?: number | undefined;
  reason?: ErrorCode | undefined;
  requestID: string;
  /** The caller that the call names. */
  caller?: string | undefined;
  /** The write that the call belongs to. */
  operationID?: string | undefined;
  /**
   * The time that the attempt waited before it started: queue, pauses, token, backoff. It is counted from the call, or
   * from the end of the previous attempt.
   */
  waitMs: number;
  /** The time from the start of the attempt to the status of its answer. Missing if no answer arrived. */
  firstByteMs?: number | undefined;
  durationMs: number;
  /** The size of the answer's body. */
  bytes: number;
  /** True as soon as the first byte of the request may have been sent. */
  wasSent: boolean;
  /** Missing if no answer arrived. */
  status?: number | undefined;
  outcome: "ok" | "aborted" | ErrorCode;
  /** The API's own ID of the request, if it has a valid form. */
  upstreamRequestID?: string | undefined;
  /** The wait that the API requests, in its own format. */
  retryAfter?: string | undefined;
  tokenAgeMs?: number | undefined;
  breaker?: "closed" | "open" | "half-open" | undefined;
  /** The bodies of the request and the answer, for recorders that may keep them. Missing for `POST /auth`. */
  bodies?: { request: unknown; response: string | undefined } | undefined;
}

/**
 * The data that the attempts of one call share. With it, the record of a retry names the attempt before it and the
 * reason.
 */
export interface CallTrail {
  call: CallContext;
  /** When the wait for the next attempt began, by the monotonic clock. */
  waitingSinceMs: number;
  lastNumber?: number | undefined;
  reason?: ErrorCode | undefined;
  /** True once a record of the call has been reported. */
  hasRecord: boolean;
}

/** The data of an answer for the record of the attempt. */
export interface AnswerFacts {
  status?: number;
  firstByteMs?: number;
  bytes: number;
  /** The number of the attempt. Set when the attempt is sent. */
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

/** The API's own ID of a request. The text comes from outside, so only visible ASCII characters are accepted. */
export function upstreamRequestIDOf(header: string | null, own: string): string | undefined {
  if (header === own) return own;
  return header !== null && plainID.test(header) ? header : undefined;
}
