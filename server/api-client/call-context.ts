import type { CallSignal } from "#server/api-client/call-signal.ts";

/** The context of a call to the API: who makes the call, and how it may be answered. */
export interface CallContext {
  /** Sent to the API as `X-Request-ID`. */
  requestID: string;
  /** Aborts the call. The request to the API is aborted too, unless other callers wait for the same response. */
  signal?: CallSignal;
  /** Identifies the caller, for example by the staff ID. The queue serves the callers in turn. */
  caller?: string;
  /** True for background work. A background call leaves the queue only if no person's call can be sent. */
  isBackground?: boolean;
  /** The ID of the write that the call belongs to. It is stored with the recorded call. */
  operationID?: string;
  /**
   * True if the answer must not be older than the call. The call is then not merged with an earlier read, and it is not
   * answered from the stale cache.
   */
  fresh?: boolean;
  /**
   * Called with the times of a new answer, before the call returns the answer. Not called for an answer from the stale
   * cache or from another caller's read.
   */
  onReading?: (reading: Reading) => void;
}

/** The times of an answer. The answer shows the API's state at an unknown time between these two times. */
export interface Reading {
  /** When the first byte of the request was sent, milliseconds since 1970. */
  sentMs: number;
  /** When the answer was complete, milliseconds since 1970. */
  atMs: number;
}
