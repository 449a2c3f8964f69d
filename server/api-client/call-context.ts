import type { CallSignal } from "#server/api-client/call-signal.ts";

/** On whose behalf the API is called. */
export interface CallContext {
  /** Sent on as `X-Request-ID`. */
  requestID: string;
  /** Ends the call, and the request to the API with it unless others wait for the same answer. */
  signal?: CallSignal;
  /** Whose call it is, such as the staff's ID: the queue takes callers in turn. */
  caller?: string;
  /** True of background work: it gets a place only while no call of a person waits for one. */
  isBackground?: boolean;
  /** The write that the call is made for, so that its record leads there. */
  operationID?: string;
  /**
   * True where an answer that began before this call, or an old one, would be wrong: it is not
   * merged with another read and never stale.
   */
  fresh?: boolean;
}
