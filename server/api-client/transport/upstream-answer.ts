import type { CallSignal } from "#server/api-client/call-signal.ts";

/** The body was longer than allowed. The rest was not read, and the connection is closed. */
export const bodyTooLong: unique symbol = Symbol("too long");

export interface UpstreamRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Aborts the request and the reading of its answer. */
  signal: CallSignal;
  /** Called immediately before the first byte of the request is written to a connection. */
  onSent?: (() => void) | undefined;
  /** Called as soon as the status is known. */
  onStatus?: (status: number) => void;
  /** The maximum size of a body for an answer with this status. Used when the answer is read as a whole. */
  maxBytes?: (status: number) => number;
}

export interface UpstreamResponse {
  status: number;
  headers: { get(name: string): string | null };
  /**
   * The whole body, or a stream. A stream must be read to its end or cancelled, never ignored. Null if the answer has
   * no body. `bodyTooLong` if the body was longer than the request allows.
   */
  body: Uint8Array | AsyncIterable<Uint8Array> | null | typeof bodyTooLong;
}
