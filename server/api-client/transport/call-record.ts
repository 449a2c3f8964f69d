import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";

/**
 * What is told about each attempt, and about each call that was answered without one: for logs, figures and the record
 * of calls. It holds no header, so neither the key nor the token.
 */
export interface CallRecord {
  environment: Environment;
  /**
   * `attempt`: a request of its own. Without one: `merged`, a read that shared the answer of an identical one; `stale`,
   * a read that got the last good answer; `held`, a call that was not sent because of a pause or a full queue.
   */
  kind: "attempt" | "merged" | "stale" | "held";
  /** Counts this client's records; attempts are numbered in the order in which they are sent. */
  number: number;
  method: string;
  /** Relative to the environment's prefix, without the query. */
  path: string;
  /** Present where the path names one resource: the path without its ID. */
  template?: string | undefined;
  /** As it is sent, without its question mark. It may name a person. */
  query?: string | undefined;
  /** 1 for the first time that this is sent, 2 for its repeat. */
  attempt: number;
  /** The attempt that this one repeats, by its number, and the error that it had. */
  retryOf?: number | undefined;
  reason?: ErrorCode | undefined;
  requestID: string;
  /** Whose call it is, as the caller says. */
  caller?: string | undefined;
  /** The write that the call belongs to. */
  operationID?: string | undefined;
  /** From the call, or the end of the attempt before, to the beginning of this attempt: queue, pauses, token, backoff. */
  waitMs: number;
  /** From the beginning of the attempt to the status of its answer; absent where none came. */
  firstByteMs?: number | undefined;
  durationMs: number;
  /** Of the answer's body. */
  bytes: number;
  /** True from the first byte of the request that may have left. */
  wasSent: boolean;
  /** Absent where no answer came. */
  status?: number | undefined;
  outcome: "ok" | "aborted" | ErrorCode;
  /** The API's own ID of the request, where it has the form of one. */
  upstreamRequestID?: string | undefined;
  /** How long the API asks to wait, as it says it. */
  retryAfter?: string | undefined;
  tokenAgeMs?: number | undefined;
  breaker?: "closed" | "open" | "half-open" | undefined;
  /** What was sent and what came, for those that may keep it; absent for `POST /auth`. */
  bodies?: { request: unknown; response: string | undefined } | undefined;
}

/** What the attempts of one call share, so that each record says which one it repeats and why. */
export interface CallTrail {
  call: CallContext;
  /** Since when the next attempt has been waiting, by the monotonic clock. */
  waitingSinceMs: number;
  lastNumber?: number | undefined;
  reason?: ErrorCode | undefined;
  /** True when something of the call has been reported. */
  hasRecord: boolean;
}

/** What has been seen of an answer, for the record of the attempt. */
export interface SeenAnswer {
  status?: number;
  firstByteMs?: number;
  bytes: number;
  /** Of the attempt, from the moment when it was sent. */
  number?: number;
  upstreamRequestID?: string | undefined;
  retryAfter?: string | undefined;
  text?: string;
}

/** The next number of a client's records. */
export type CallNumbers = () => number;

export function createCallNumbers(): CallNumbers {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

const plainID = /^[\x21-\x7e]{1,128}$/;

/** The API's own ID of a request; it is a foreign text, so that only a plain one is taken. */
export function upstreamRequestIDOf(header: string | null, own: string): string | undefined {
  if (header === own) return own;
  return header !== null && plainID.test(header) ? header : undefined;
}
