import type { CallSignal } from "#server/api-client/call-signal.ts";

/** The origin of a call to the API. */
export interface CallContext {
  /** Forwarded as `X-Request-ID`. */
  requestID: string;
  /** Aborts the call. The request to the API is aborted too, unless other callers wait for the same answer. */
  signal?: CallSignal;
  /** Identifies the caller, for example by the staff ID. The queue takes callers in turn. */
  caller?: string;
  /** True for background work. Such a call gets a place only while no person's call waits for one. */
  isBackground?: boolean;
  /** The write that the call belongs to. The call's record links to it. */
  operationID?: string;
  /**
   * True if an older answer would be wrong. The call is then neither merged with a read that began earlier nor answered
   * from the stale cache.
   */
  fresh?: boolean;
  /**
   * Called with the times of a new answer, before the call returns it. Not called if the answer comes from the stale
   * cache or belongs to another caller's read.
   */
  onReading?: (reading: Reading) => void;
}

/** When an answer was read. It shows the state of the API at an unknown moment between the two times. */
export interface Reading {
  /** When the first byte of the request was sent, milliseconds since 1970. */
  sentMs: number;
  /** When the answer was complete, milliseconds since 1970. */
  atMs: number;
}
